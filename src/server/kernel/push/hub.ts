import type { RefusalName } from '../result/refusals.ts';
import { type Audience, type ChangeEvent, readChangeEvent } from './publish.ts';

/** One open page. */
export interface Subscriber {
  /** Null for a visitor. */
  session: string | null;
  address: string;
  /** Null for a visitor, who receives only what is published to everyone. */
  member: number | null;
  staff: boolean;
  /** The calls that the page shows. */
  calls: ReadonlySet<string>;
  /** Names calls whose answers have changed. */
  send: (calls: readonly string[]) => void;
  end: () => void;
}

/** How many pages may be subscribed at once, and for how long. */
export interface StreamLimits {
  /** One browser's; one that is not seen has none. */
  session: number;
  /** One network's, which may be a whole company's. */
  address: number;
  /** Of this process. */
  all: number;
  /** Seconds after which a stream ends, about; its page opens another. */
  lifetime: number;
}

export const STREAM_LIMITS: StreamLimits = { session: 12, address: 120, all: 2000, lifetime: 600 };

/** Seconds that events are kept for pages that loaded their data before their stream was open. */
const RETENTION = 300;

type StreamRefusal = Extract<RefusalName, `streams${string}`>;

const concerns = (to: Audience, { member, staff }: Subscriber): boolean =>
  'everyone' in to || ('staff' in to ? staff : to.member === member);

/** The calls of an event that a page shows and may know of. */
const callsFor = (page: Subscriber, { calls, to }: ChangeEvent): string[] =>
  concerns(to, page) ? calls.filter((call) => page.calls.has(call)) : [];

/** The open pages that this process serves. @param now seconds */
export function createHub(now: () => number, limits: StreamLimits) {
  const pages = new Set<Subscriber>();
  let recent: { at: number; event: ChangeEvent }[] = [];
  /** Since when nothing was missed. */
  let complete = now();

  const count = (holds: (page: Subscriber) => boolean) => [...pages].filter(holds).length;

  return {
    /** Pages that are subscribed. */
    size: () => pages.size,
    /** Why a page may not subscribe; null when it may. No stream is closed for another: both would reconnect, again and again. */
    refusalFor({ session, address }: Pick<Subscriber, 'session' | 'address'>): StreamRefusal | null {
      if (pages.size >= limits.all) return 'streamsFull';
      if (session !== null && count((page) => page.session === session) >= limits.session)
        return 'streamsOfSession';
      return count((page) => page.address === address) >= limits.address ? 'streamsOfAddress' : null;
    },
    /** @param since seconds: what was published from then on is sent at once, every call where that is not known */
    add(page: Subscriber, since?: number): () => void {
      pages.add(page);
      if (since !== undefined) {
        const known = since > complete && since <= now();
        const missed = recent.filter(({ at }) => at >= since).flatMap(({ event }) => callsFor(page, event));
        const calls = known ? new Set(missed) : page.calls;
        if (calls.size > 0) page.send([...calls]);
      }
      return () => pages.delete(page);
    },
    /** @param text an event as `publishChange` wrote it; null, or unreadable text, when events may have been lost */
    receive(text: string | null): void {
      const event = text === null ? null : readChangeEvent(text);
      const at = now();
      if (event) {
        recent = recent.filter((old) => old.at > at - RETENTION);
        recent.push({ at, event });
        complete = Math.max(complete, at - RETENTION);
      } else complete = at;
      for (const page of pages) {
        const calls = event ? callsFor(page, event) : [...page.calls];
        if (calls.length > 0) page.send(calls);
      }
    },
    end(): void {
      for (const page of pages) page.end();
    },
  };
}
