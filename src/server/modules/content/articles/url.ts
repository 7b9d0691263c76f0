/** What an article's address is made of. */
interface Placed {
  id: number;
  key: string;
  /** Help page; null for news. */
  page: string | null;
}

/** The address of an article (spec §2 Help): a help page with the article's id, or a piece of news. */
export function articleUrl({ id, key, page }: Placed): string {
  return page === null ? `/help/news/info/${id}/${key}` : `/help/${key}/${page}?id=${id}`;
}
