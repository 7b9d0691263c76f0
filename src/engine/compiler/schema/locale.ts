import { asObject, isObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import { readYaml } from '../source/read-yaml.ts';

/** The locale of a site that names none; the schema of `site.yaml` has the same. */
const USUAL = 'zh-CN';

/** Where the locale is declared. It decides about the defaults of the schemas, so it is read before them. */
export const SITE_FILE = 'config/site.yaml';

/** Path -> text. */
type Texts = ReadonlyMap<string, string>;

/** The locale (BCP 47) that the content of `site.yaml` declares; that may be anything. */
export function siteLocale(site: unknown): string {
  const { locale } = asObject(site);
  return typeof locale === 'string' ? locale : USUAL;
}

/** The locale of the config among these files. */
export const localeOf: (files: Texts) => string = memo((files) =>
  siteLocale(readYaml(files.get(SITE_FILE) ?? '').value),
);

/** `en-GB` -> `en`. */
const languageOf = (locale: string): string => locale.split('-', 1)[0] ?? locale;

export const isChinese = (locale: string): boolean => languageOf(locale) === 'zh';

/** Of values by locale or language, that of this locale; English is for every language that is not there. */
function forLocale(values: Json, locale: string): unknown {
  const name = [locale, languageOf(locale), 'en'].find((one) => Object.hasOwn(values, one));
  return name === undefined ? undefined : values[name];
}

/** What a schema says of itself: `title` and `description` are Chinese, the keyword `words` has both in other languages. */
function withLocalWords(schema: Json, locale: string): Json {
  const { words, ...usual } = schema;
  if (!isObject(words) || !isText(usual['title'] ?? usual['description'])) return schema;
  return isChinese(locale) ? usual : { ...usual, ...asObject(forLocale(words, locale)) };
}

const isText = (value: unknown): boolean => typeof value === 'string';

/**
 * The schema as a site of this locale has it. `default` is for Chinese; the keyword `localized` has others by locale or
 * language.
 */
export function inLocale(schema: Json, locale: string): Json {
  const said = withLocalWords(schema, locale);
  const { localized, ...usual } = said;
  if (!('default' in usual) || !isObject(localized)) return said;
  const local = isChinese(locale) ? undefined : forLocale(localized, locale);
  return local === undefined ? usual : { ...usual, default: local };
}
