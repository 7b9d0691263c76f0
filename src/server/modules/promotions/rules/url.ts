/** The pages on which a promotion of a kind shows its goods; the other kinds show them where they are sold. */
const PAGES: Readonly<Record<string, string>> = { gift: '/zhmz/list?id=', exchange: '/yyh/list?id=' };

/** Where a buyer sees what belongs to a promotion; null where there is no page for it. */
export function promotionUrl(kind: string, id: number): string | null {
  const page = PAGES[kind];
  return page === undefined ? null : `${page}${id}`;
}
