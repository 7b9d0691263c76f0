import type { OpenStream, Watch } from '#engine/runtime/push.ts';
import type { Visibility } from '#engine/runtime/visibility.ts';

/** Milliseconds after which a refused stream is opened again, at least and at most. */
const RETRY_DELAY = { least: 20_000, most: 40_000 };

/**
 * `GET /api/events` as a stream of server-sent events. The browser itself reconnects after a break; a stream that was
 * refused, because there are too many or the database is down, it gives up.
 */
const openStream: OpenStream = (calls, since, listener) => {
  const address = `/api/events?calls=${calls.join(',')}&since=${since}`;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(address, { withCredentials: true });
    source.addEventListener('message', ({ data }) => listener(String(data).split(',')));
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

/** Subscribes to calls; its code is loaded with the first subscription, since most pages have none. */
export function browserWatch(visibility: Visibility, now: () => number): Watch {
  let loading: Promise<Watch> | undefined;
  return (call, act) => {
    const began = now();
    loading ??= import('#engine/runtime/push.ts').then(({ createWatch }) =>
      createWatch({ open: openStream, visibility, now, since: began }),
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
