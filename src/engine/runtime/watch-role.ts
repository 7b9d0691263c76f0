import type { Atom, createStore } from 'jotai/vanilla';
import type { Watch } from './push.ts';
import { VISITOR } from './roles.ts';

/** What watching a reader's role needs of their session. */
interface RoleWatchSettings {
  store: ReturnType<typeof createStore>;
  role: Atom<string>;
  /** Whether content is withheld from a known reader of this role until they have a stronger one. */
  isWaiting: (role: string) => boolean;
  watch: Watch;
  /** The call that answers who is reading. */
  call: string;
  /** Reloads who is reading. */
  reloadViewer: () => void;
  /** Reloads all other data: what was withheld may now be shown. */
  renewAll: () => void;
}

/**
 * While a reader waits for a stronger role, subscribes to changes of it, on whatever page they are: what was withheld
 * appears without a new login, on the page that is open.
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
      // A reader who has logged out meanwhile has gained no role.
      if (now !== VISITOR) renewAll();
    }
  };
  store.sub(role, check);
  check();
}
