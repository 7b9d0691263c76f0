import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isChinese, localeOf, SITE_FILE } from '#engine/compiler/schema/locale.ts';
import { type Language, terminalLocale } from './language-option.ts';

export { type Language, onlyLanguage, readLanguage } from './language-option.ts';

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
