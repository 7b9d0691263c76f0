import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isChinese, localeOf, SITE_FILE } from '#engine/compiler/schema/locale.ts';
import { oneOf, readArgs } from './arguments.ts';

const LANGUAGES = ['zh', 'en'] as const;

/** Languages that commands speak. */
export type Language = (typeof LANGUAGES)[number];

/** What `--lang` names; undefined where it is left out, and `languageFor` decides. Throws `UsageError` for any other. */
export const readLanguage = (given: string | undefined): Language | undefined =>
  given === undefined ? undefined : oneOf('--lang', given, LANGUAGES);

/** `zh_CN.UTF-8` -> `zh-CN` */
function terminalLocale(): string {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return (LC_ALL || LC_MESSAGES || LANG || '').replace(/[.@].*$/, '').replace('_', '-');
}

/** The language of a command: the one asked for, else the site's; where there is no site, that of the terminal. */
export function languageFor(files: ReadonlyMap<string, string>, given?: Language): Language {
  const locale = files.has(SITE_FILE) ? localeOf(files) : terminalLocale();
  return given ?? (isChinese(locale) ? 'zh' : 'en');
}

/** The same for a config that is not read yet. */
export async function languageOf(configDir: string, given?: Language): Promise<Language> {
  const text = await readFile(join(configDir, 'site.yaml'), 'utf8').catch(() => null);
  return languageFor(new Map(text === null ? [] : [[SITE_FILE, text]]), given);
}

/** The arguments of a command that takes no other than `--lang`. Throws `UsageError` for any other. */
export const onlyLanguage = (args: readonly string[]): Language | undefined =>
  readLanguage(readArgs(args, { lang: { type: 'string' } }).values.lang);
