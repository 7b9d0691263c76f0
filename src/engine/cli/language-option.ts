import { oneOf, readArgs } from './arguments.ts';

/* Apart from `language.ts`, which reads YAML: a check of unchanged files needs none. */

const LANGUAGES = ['zh', 'en'] as const;

/** Languages that commands speak. */
export type Language = (typeof LANGUAGES)[number];

/** What `--lang` names; undefined where it is left out, and `languageFor` decides. Throws `UsageError` for any other. */
export const readLanguage = (given: string | undefined): Language | undefined =>
  given === undefined ? undefined : oneOf('--lang', given, LANGUAGES);

/** The arguments of a command that takes no other than `--lang`. Throws `UsageError` for any other. */
export const onlyLanguage = (args: readonly string[]): Language | undefined =>
  readLanguage(readArgs(args, { lang: { type: 'string' } }).values.lang);

/** `zh_CN.UTF-8` -> `zh-CN` */
export function terminalLocale(): string {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return (LC_ALL || LC_MESSAGES || LANG || '').replace(/[.@].*$/, '').replace('_', '-');
}
