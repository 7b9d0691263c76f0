import type { OpenLine, Watch } from '#runtime/push.ts';
import type { Visibility } from '#runtime/visibility.ts';

/** `GET /api/events` as a stream of server-sent events. The browser itself opens it again after a break. */
const openLine =
  (base: string): OpenLine =>
  (calls, hear) => {
    const source = new EventSource(`${base}/api/events?calls=${calls.join(',')}`, { withCredentials: true });
    // Whatever was said before the line stood is not known.
    source.addEventListener('open', () => hear(null));
    source.addEventListener('message', ({ data }) => hear(String(data).split(',')));
    return () => source.close();
  };

/** Watches calls; what that takes is fetched when the first entry asks for it, since most pages have none. */
export function browserWatch(base: string, visibility: Visibility): Watch {
  let coming: Promise<Watch> | undefined;
  return (call, act) => {
    coming ??= import('#runtime/push.ts').then(({ createWatch }) => createWatch(openLine(base), visibility));
    let ended = false;
    let stop = () => {};
    const begin = async (watching: Promise<Watch>) => {
      const watch = await watching;
      if (!ended) stop = watch(call, act);
    };
    void begin(coming);
    return () => {
      ended = true;
      stop();
    };
  };
}
