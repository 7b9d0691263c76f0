import { type Compilation, compile, type Unread } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { asText } from '../check/report.ts';
import { languageFor } from '../language.ts';
import type { Language } from '../language-option.ts';
import { sectionsOf } from './changes.ts';
import type { Report } from './markdown.ts';
import { everyPage, isOpenable } from './parts.ts';
import { type Reached, reachedPages } from './reach.ts';
import { WORDS, type Words } from './vocabulary.ts';

/** Two editions of a project. */
export interface Editions {
  /** What the new one is compared with, in words. */
  base: string;
  oldFiles: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  unread: ReadonlyMap<string, Unread>;
  /** Source files that differ. */
  sources: readonly string[];
  /** Of the report; the site's when left out. */
  lang?: Language | undefined;
}

export interface Compared {
  before: Registry;
  after: Registry;
  reached: readonly Reached[];
  report: Report;
  words: Words;
}

/** What one edition changes in another; where one of them has errors, those in words. */
export function compareEditions(editions: Editions): Compared | { broken: string } {
  const { base, oldFiles, files, unread, sources } = editions;
  const lang = languageFor(files, editions.lang);
  const words = WORDS[lang];
  const [before, after] = [compile(oldFiles), compile(files, { unread })];
  if (before.registry === null || after.registry === null) {
    const [broken, texts] = after.registry === null ? [after, files] : [before, oldFiles];
    const errors = broken.offenses.filter(({ severity }) => severity === 'error');
    const which = broken === after ? words.brokenNow : words.brokenBase(base);
    return { broken: `${which}\n\n${asText(errors, lang, (path) => path, texts)}` };
  }
  const reached = reachedPages(
    { registry: before.registry, files: oldFiles },
    { registry: after.registry, files },
    sources,
  );
  const report: Report = {
    base,
    sections: sectionsOf(underSchemasOf(files, oldFiles) ?? before.registry, after.registry, words),
    reached,
    pages: [...everyPage(after.registry.routes)].filter(isOpenable).length,
    warnings: newWarnings(before, after, words),
  };
  return { before: before.registry, after: after.registry, reached, report, words };
}

/**
 * The old config as today's schemas have it, so that a default which a block type gained is no change of every page that
 * uses it; null when it does not fit them.
 */
function underSchemasOf(files: ReadonlyMap<string, string>, oldFiles: ReadonlyMap<string, string>) {
  const config = [...oldFiles].filter(([path]) => path.startsWith('config/'));
  const schemas = [...files].filter(([path]) => path.startsWith('schemas/'));
  return compile(new Map([...config, ...schemas])).registry;
}

/** Warnings that were not there before; lines move, so they are distinguished by their words. */
function newWarnings(before: Compilation, after: Compilation, { lang, aside }: Words): string[] {
  const wordsOf = ({ code, file, message }: Offense) => `${code} ${file} ${message.en}`;
  const known = new Set(before.offenses.map(wordsOf));
  return after.offenses
    .filter((offense) => !known.has(wordsOf(offense)))
    .map(({ code, file, line, message }) => aside(`${file}:${line} ${message[lang]}`, code));
}
