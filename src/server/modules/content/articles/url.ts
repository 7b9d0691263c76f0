import { pageLink } from '../../../kernel/pages/page-link.ts';

/** What an article's address is made of. */
interface ArticleLocation {
  id: number;
  key: string;
  /** Help page; null for news. */
  page: string | null;
}

const newsPage = pageLink('help_news_info');

/** The help pages, by the names under which articles stand on them. */
const HELP_PAGES: ReadonlyMap<string | null, (article: { id: number }) => string> = new Map([
  ['aqgy', pageLink('aqgy')],
  ['cjwt', pageLink('cjwt')],
  ['ddzf', pageLink('ddzf')],
  ['fpdz', pageLink('fpdz')],
  ['gwzn', pageLink('gwzn')],
  ['hwps', pageLink('hwps')],
  ['hyzc', pageLink('hyzc')],
  ['link', pageLink('link')],
  ['tsjy', pageLink('tsjy')],
  ['wzzz', pageLink('fwbz_wzzz')],
  ['yhxy', pageLink('fwbz_yhxy')],
  ['ypth', pageLink('ypth')],
  ['zskf', pageLink('fwbz_zskf')],
]);

/** The address of an article (spec §2 Help): a help page with the article's id, or a piece of news. */
export function articleUrl({ id, key, page }: ArticleLocation): string {
  return HELP_PAGES.get(page)?.({ id }) ?? newsPage({ id, type: key });
}
