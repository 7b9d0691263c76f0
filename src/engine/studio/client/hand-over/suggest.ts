import { type ChangedFile, verbOf } from './changed-file.ts';

/** Characters of the first line of a message. */
const SUBJECT = 72;

/** How many pages are named. */
const NAMED = 3;

/** `config/pages/top/index.yaml` -> `index` */
const nameOf = ({ path }: ChangedFile) => path.replace(/^.*\//, '').replace(/\.ya?ml$/, '');

const isPage = ({ path }: ChangedFile) => path.startsWith('config/pages/');

/** The pages among what has changed; where there are none, all of it. */
function chief(files: readonly ChangedFile[]): readonly ChangedFile[] {
  const pages = files.filter(isPage);
  return pages.length > 0 ? pages : files;
}

const roomOf = (files: readonly ChangedFile[]) => (files.some(isPage) ? 'pages' : 'config');

/** A name for a branch, made of the pages that changed: `pages/double12`. */
export function suggestBranch(files: readonly ChangedFile[]): string {
  const names = chief(files).map(nameOf);
  const more = names.length - NAMED;
  const named = names.slice(0, NAMED).join('-').toLowerCase();
  return `${roomOf(files)}/${named}${more > 0 ? `-and-${more}-more` : ''}`;
}

/** What was done, in one line: `pages: add double12, change index`. */
export function suggestMessage(files: readonly ChangedFile[]): string {
  const byVerb = Map.groupBy(chief(files), verbOf);
  const said = (count: number) =>
    [...byVerb]
      .map(([verb, changed]) => {
        const named = changed.slice(0, count).map(nameOf).join(', ');
        const more = changed.length - count;
        return more > 0 ? `${verb} ${named} and ${more} more` : `${verb} ${named}`;
      })
      .join(', ');
  const lines = [NAMED, 1].map((count) => `${roomOf(files)}: ${said(count)}`);
  return lines.find((line) => line.length <= SUBJECT) ?? `${roomOf(files)}: change ${files.length} files`;
}
