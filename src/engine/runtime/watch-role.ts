import type { Atom, createStore } from 'jotai/vanilla';
import type { Watch } from './push.ts';
import { VISITOR } from './roles.ts';

/** What following a reader's role takes of their session. */
interface RoleWatchSettings {
  store: ReturnType<typeof createStore>;
  role: Atom<string>;
  /** Is something kept from a known reader of this role until they have a stronger one? */
  isWaiting: (role: string) => boolean;
  watch: Watch;
  /** The call that tells who is reading. */
  call: string;
  /** Asks anew who is reading. */
  reloadViewer: () => void;
  /** Asks everything anew: what was withheld may now be shown. */
  renewAll: () => void;
}

/**
 * A reader who waits for a stronger role is told of it wherever they are: what was kept from them appears without a new login,
 * on the page that is open.
 */
export function watchRole({
  store,
  role,
  isWaiting,
  watch,
  call,
  reloadViewer,
  renewAll,
}: RoleWatchSettings): void {
  let stop: (() => void) | undefined;
  const check = () => {
    const now = store.get(role);
    if (isWaiting(now)) stop ??= watch(call, reloadViewer);
    else if (stop) {
      stop();
      stop = undefined;
      // Whoever is logged out meanwhile is shown nothing more than before.
      if (now !== VISITOR) renewAll();
    }
  };
  store.sub(role, check);
  check();
}
