import type { OpenStream, Watch } from '#engine/runtime/push.ts';
import type { Visibility } from '#engine/runtime/visibility.ts';

/** Milliseconds after which a line that was refused is tried again, at least and at most. */
const RETRY_DELAY = { least: 20_000, most: 40_000 };

/**
 * `GET /api/events` as a stream of server-sent events. The browser itself opens it again after a break; one that was
 * refused, because there are too many or the database is away, it gives up.
 */
const openStream =
  (base: string): OpenStream =>
  (calls, since, hear) => {
    const address = `${base}/api/events?calls=${calls.join(',')}&since=${since}`;
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(address, { withCredentials: true });
      source.addEventListener('message', ({ data }) => hear(String(data).split(',')));
      source.addEventListener('error', () => {
        if (source.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, RETRY_DELAY.least + Math.random() * (RETRY_DELAY.most - RETRY_DELAY.least));
      });
    };
    open();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  };

/** Watches calls; what that takes is fetched when the first entry asks for it, since most pages have none. */
export function browserWatch(base: string, visibility: Visibility, now: () => number): Watch {
  let loading: Promise<Watch> | undefined;
  return (call, act) => {
    const began = now();
    loading ??= import('#engine/runtime/push.ts').then(({ createWatch }) =>
      createWatch({ open: openStream(base), visibility, now, since: began }),
    );
    let stopped = false;
    let stop = () => {};
    const begin = async (watching: Promise<Watch>) => {
      const watch = await watching;
      if (!stopped) stop = watch(call, act);
    };
    void begin(loading);
    return () => {
      stopped = true;
      stop();
    };
  };
}
