import type { Audience, Notice } from './tell.ts';

/** One open page. */
export interface Subscriber {
  /** Whose lines are counted together. */
  who: string;
  /** Null for a visitor, who hears only what is said to everyone. */
  member: number | null;
  staff: boolean;
  /** The calls that the page shows. */
  calls: ReadonlySet<string>;
  /** Names calls that answer something new. */
  send: (calls: readonly string[]) => void;
  end: () => void;
}

/** Open pages that a member may have at once, and that one address may have for its visitors; the oldest gives way. */
const MOST = { member: 16, visitors: 64 };

/** Seconds that notices are kept for pages whose data was asked before their line stood. */
const KEPT = 300;

const concerns = (to: Audience, { member, staff }: Subscriber): boolean =>
  'everyone' in to || ('staff' in to ? staff : to.member === member);

/** What a notice says to a page. */
const newTo = (page: Subscriber, { calls, to }: Notice): string[] =>
  concerns(to, page) ? calls.filter((call) => page.calls.has(call)) : [];

/** The open pages that this process serves. @param now seconds */
export function createHub(now: () => number) {
  const pages = new Set<Subscriber>();
  let said: { at: number; notice: Notice }[] = [];
  /** Since when nothing was missed. */
  let complete = now();

  return {
    /** @param since seconds: tells the page at once what was said from then on, everything where that is not known */
    add(page: Subscriber, since?: number): () => void {
      const own = [...pages].filter(({ who }) => who === page.who);
      const most = page.member === null ? MOST.visitors : MOST.member;
      for (const old of own.slice(0, Math.max(0, own.length - most + 1))) old.end();
      pages.add(page);
      if (since !== undefined) {
        const known = since > complete && since <= now();
        const missed = said.filter(({ at }) => at >= since).flatMap(({ notice }) => newTo(page, notice));
        const calls = known ? new Set(missed) : page.calls;
        if (calls.size > 0) page.send([...calls]);
      }
      return () => pages.delete(page);
    },
    /** @param text a notice as `tell` wrote it; null when notices may have been lost */
    hear(text: string | null): void {
      const notice = text === null ? null : (JSON.parse(text) as Notice);
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
