import { type PageLink, pageLink } from '../../../kernel/pages/page-link.ts';

/** The pages on which a promotion of a kind shows its goods; the other kinds show them where they are sold. */
const PAGES: Readonly<Record<string, PageLink<'zhmz_list' | 'yyh_list'>>> = {
  gift: pageLink('zhmz_list'),
  exchange: pageLink('yyh_list'),
};

/** URL of the page with a promotion's goods; null where its kind has no such page. */
export function promotionUrl(kind: string, id: number): string | null {
  return PAGES[kind]?.({ id }) ?? null;
}
