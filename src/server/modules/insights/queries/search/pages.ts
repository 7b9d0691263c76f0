import type { SearchGroup } from '#generated/schemas.ts';
import { pagesOf } from '../../../../kernel/pages/page-link.ts';
import { isLetters } from '../../../../kernel/text/search-text.ts';
import { readingsOf } from '../../../goods/index.ts';
import { MOST_FOUND } from './word.ts';

/** Pages of the back office whose title contains the word, or is read so; those that begin with it first. */
export function searchPages(word: string): SearchGroup['items'] {
  const isRead = (title: string) =>
    isLetters(word) && readingsOf(title).some((letters) => letters.startsWith(word));
  return pagesOf('staff')
    .filter(({ title }) => title.toLowerCase().includes(word) || isRead(title))
    .toSorted((a, b) => Number(b.title.startsWith(word)) - Number(a.title.startsWith(word)))
    .slice(0, MOST_FOUND)
    .map(({ title, path }) => ({ text: title, to: path }));
}
