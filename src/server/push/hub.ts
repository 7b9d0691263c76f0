import type { Audience, Notice } from './tell.ts';

/** One open page. */
export interface Subscriber {
  member: number;
  staff: boolean;
  /** The calls that the page shows. */
  calls: ReadonlySet<string>;
  /** Names calls that answer something new. */
  send: (calls: readonly string[]) => void;
  end: () => void;
}

/** Open pages a member may have at once; the oldest gives way. */
const MOST = 16;

const concerns = (to: Audience, { member, staff }: Subscriber): boolean =>
  'everyone' in to || ('staff' in to ? staff : to.member === member);

/** The open pages that this process serves. */
export function createHub() {
  const pages = new Set<Subscriber>();

  return {
    add(page: Subscriber): () => void {
      const own = [...pages].filter(({ member }) => member === page.member);
      for (const old of own.slice(0, Math.max(0, own.length - MOST + 1))) old.end();
      pages.add(page);
      return () => pages.delete(page);
    },
    /** @param text a notice as `tell` wrote it; null when notices may have been lost */
    hear(text: string | null): void {
      const notice = text === null ? null : (JSON.parse(text) as Notice);
      for (const page of pages) {
        if (notice && !concerns(notice.to, page)) continue;
        const calls = notice ? notice.calls.filter((call) => page.calls.has(call)) : [...page.calls];
        if (calls.length > 0) page.send(calls);
      }
    },
    end(): void {
      for (const page of pages) page.end();
    },
  };
}
