import { asList, asObject, isObject } from '#engine/compiler/json.ts';
import type { Language } from '../language.ts';

const WORDS = { zh: { any: '任意', each: '逐项' }, en: { any: 'any', each: 'per item' } };

/** `entity:link` -> `link`, `config:page#/$defs/meta` -> `meta`. */
const shortName = (ref: string): string => ref.replace(/^.*[:/]([^:/]+?)(?:\.schema\.json)?$/, '$1');

export interface TypeWords {
  lang: Language;
  /** What a reference to another schema is written as. */
  nameOf?: (ref: string) => string;
}

/** A schema's type in the words of whoever writes YAML. */
export function typeText(raw: unknown, words: TypeWords): string {
  const { any, each } = WORDS[words.lang];
  const schema = asObject(raw);
  const inner = (part: unknown) => typeText(part, words);
  const of = (part: unknown) => (inner(part).includes(' | ') ? `(${inner(part)})` : inner(part));
  if (typeof schema['perItem'] === 'string') return `${each}(${schema['perItem']})`;
  if (typeof schema['$ref'] === 'string') return (words.nameOf ?? shortName)(schema['$ref']);
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  if (schema['type'] === 'array') return `${of(schema['items'])}[]`;
  const branches = [...asList(schema['oneOf']), ...asList(schema['anyOf'])];
  if (branches.length > 0) return [...new Set(branches.map(inner))].join(' | ');
  const values = schema['additionalProperties'];
  if (isObject(values)) return `{ …: ${inner(values)} }`;
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  const format = typeof schema['format'] === 'string' ? ` (${schema['format']})` : '';
  return types.length === 0 ? any : `${types.join(' | ')}${format}`;
}
