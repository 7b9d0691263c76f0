import type { Atom, createStore } from 'jotai/vanilla';
import type { Watch } from './push.ts';
import type { Viewer } from './scope.ts';

/** What following a reader's role takes of their session. */
interface Followed {
  store: ReturnType<typeof createStore>;
  viewer: Atom<Viewer>;
  watch: Watch;
  /** The call that tells who is reading. */
  call: string;
  /** Asks anew who is reading. */
  again: () => void;
  /** Asks everything anew: what was withheld may now be shown. */
  renewAll: () => void;
}

/**
 * A member whose approval is outstanding hears of it wherever they are: prices appear without a new login, on the page
 * that is open.
 */
export function followRole({ store, viewer, watch, call, again, renewAll }: Followed): void {
  let stop: (() => void) | undefined;
  const look = () => {
    const { role } = store.get(viewer);
    if (role === 'member') stop ??= watch(call, again);
    else if (stop) {
      stop();
      stop = undefined;
      // Whoever is logged out meanwhile is shown nothing more than before.
      if (role !== 'visitor') renewAll();
    }
  };
  store.sub(viewer, look);
  look();
}
