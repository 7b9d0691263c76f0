import { pageLink } from '../../../kernel/pages/page-link.ts';

/** The parts of an article's URL. */
interface ArticleLocation {
  id: number;
  key: string;
  /** Help page; null for news. */
  page: string | null;
}

const newsPage = pageLink('help_news_info');

/** Help pages by the name that articles store in `page`. */
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

/** URL of an article (spec §2 Help): its help page with the article's id, or the news page. */
export function articleUrl({ id, key, page }: ArticleLocation): string {
  return HELP_PAGES.get(page)?.({ id }) ?? newsPage({ id, type: key });
}
