import type { RefusalName } from '../result/refusals.ts';
import { type Audience, type Notice, readNotice } from './publish.ts';

/** One open page. */
export interface Subscriber {
  /** Null for a visitor. */
  session: string | null;
  address: string;
  /** Null for a visitor, who hears only what is said to everyone. */
  member: number | null;
  staff: boolean;
  /** The calls that the page shows. */
  calls: ReadonlySet<string>;
  /** Names calls that answer something new. */
  send: (calls: readonly string[]) => void;
  end: () => void;
}

/** How many pages may be told at once, and for how long. */
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

/** Seconds that notices are kept for pages whose data was asked before their line stood. */
const KEPT = 300;

type StreamRefusal = Extract<RefusalName, `streams${string}`>;

const concerns = (to: Audience, { member, staff }: Subscriber): boolean =>
  'everyone' in to || ('staff' in to ? staff : to.member === member);

/** What a notice says to a page. */
const newTo = (page: Subscriber, { calls, to }: Notice): string[] =>
  concerns(to, page) ? calls.filter((call) => page.calls.has(call)) : [];

/** The open pages that this process serves. @param now seconds */
export function createHub(now: () => number, limits: StreamLimits) {
  const pages = new Set<Subscriber>();
  let said: { at: number; notice: Notice }[] = [];
  /** Since when nothing was missed. */
  let complete = now();

  const count = (holds: (page: Subscriber) => boolean) => [...pages].filter(holds).length;

  return {
    /** Why a page is not told of changes; null when it may be. Nobody's line ends for another's: both would come again, and again. */
    refusalFor({ session, address }: Pick<Subscriber, 'session' | 'address'>): StreamRefusal | null {
      if (pages.size >= limits.all) return 'streamsFull';
      if (session !== null && count((page) => page.session === session) >= limits.session)
        return 'streamsOfSession';
      return count((page) => page.address === address) >= limits.address ? 'streamsOfAddress' : null;
    },
    /** @param since seconds: tells the page at once what was said from then on, everything where that is not known */
    add(page: Subscriber, since?: number): () => void {
      pages.add(page);
      if (since !== undefined) {
        const known = since > complete && since <= now();
        const missed = said.filter(({ at }) => at >= since).flatMap(({ notice }) => newTo(page, notice));
        const calls = known ? new Set(missed) : page.calls;
        if (calls.size > 0) page.send([...calls]);
      }
      return () => pages.delete(page);
    },
    /** @param text a notice as `tell` wrote it; null, or what nobody can read, when notices may have been lost */
    hear(text: string | null): void {
      const notice = text === null ? null : readNotice(text);
      const at = now();
      if (notice) {
        said = said.filter((old) => old.at > at - KEPT);
        said.push({ at, notice });
        complete = Math.max(complete, at - KEPT);
      } else complete = at;
      for (const page of pages) {
        const calls = notice ? newTo(page, notice) : [...page.calls];
        if (calls.length > 0) page.send(calls);
      }
    },
    end(): void {
      for (const page of pages) page.end();
    },
  };
}
