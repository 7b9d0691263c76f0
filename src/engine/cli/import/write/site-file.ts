import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isScalar, parseDocument, type YAMLMap } from 'yaml';
import { isObject } from '#engine/compiler/json.ts';
import { flowText } from './flow-text.ts';

/** Puts values under `api` of `site.yaml` where it has none, without touching another character. undefined: not possible. */
export function addToSite(text: string, api: Readonly<Record<string, unknown>>): string | undefined {
  const wanted = parseDocument(text);
  if (wanted.errors.length > 0 || !(wanted.contents === null || isMap(wanted.contents))) return undefined;
  const missing = addMissing(wanted, ['api'], api);
  if (missing.length === 0) return text;
  const spliced = missing.reduce<string | undefined>(
    (whole, [path, value]) => (whole === undefined ? undefined : insert(whole, path, value)),
    text,
  );
  const isAsWanted = spliced !== undefined && isDeepStrictEqual(parseDocument(spliced).toJS(), wanted.toJS());
  return isAsWanted ? spliced : wanted.toString({ lineWidth: 0 });
}

/** `site.yaml` with these values under `api`, whatever it says of them itself. */
export function siteWith(text: string, api: Readonly<Record<string, unknown>>): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) return text;
  for (const [key, value] of Object.entries(api)) document.setIn(['api', key], document.createNode(value));
  return document.toString();
}

type Path = readonly string[];

/** Adds what is absent to the document; returns it, each with the path that it is at. */
function addMissing(document: Document, path: Path, value: unknown): [Path, unknown][] {
  const there = document.getIn(path);
  if (there === undefined || (there === null && isObject(value))) {
    document.setIn(path, document.createNode(value));
    return [[path, value]];
  }
  if (!isObject(value) || !isMap(there)) return [];
  return Object.entries(value).flatMap(([key, inner]) => addMissing(document, [...path, key], inner));
}

/** The text with one more pair at the end of the map that it belongs to. */
function insert(text: string, path: Path, value: unknown): string | undefined {
  const document = parseDocument(text);
  const name = path.at(-1) ?? '';
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1));
  if (parent === null) return `${ended(text)}${pairText(name, value, 0)}`;
  if (!isMap(parent)) return undefined;
  const last = parent.items.at(-1);
  if (parent.flow) return insertFlow(text, parent, name, value);
  const [start] = isScalar(last?.key) ? (last.key.range ?? []) : [];
  if (start === undefined) return undefined;
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const node = isNode(last?.value) ? last.value : last?.key;
  const [begin = 0, end = begin] = (isNode(node) ? node.range : undefined) ?? [];
  const at = lineEnd(text, begin + Math.max(0, text.slice(begin, end).trimEnd().length - 1));
  return `${ended(text.slice(0, at))}${pairText(name, value, column)}${text.slice(at)}`;
}

function insertFlow(
  text: string,
  { items, range }: YAMLMap,
  name: string,
  value: unknown,
): string | undefined {
  const end = (range?.[1] ?? 0) - 1;
  if (text.charAt(end) !== '}') return undefined;
  const before = text.slice(0, end).trimEnd();
  const pair = `${name}: ${flowText(value)}`;
  return `${before}${items.length > 0 ? ',' : ''} ${pair} ${text.slice(end)}`;
}

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/** A pair on lines of its own; what is inside of it, within lines. */
function pairText(name: string, value: unknown, column: number): string {
  const indent = ' '.repeat(column);
  const isNested = isObject(value) && (column === 0 || Object.values(value).some(isObject));
  if (!isNested) return `${indent}${name}: ${flowText(value)}\n`;
  return `${indent}${name}:\n${Object.entries(value)
    .map(([key, inner]) => pairText(key, inner, column + 2))
    .join('')}`;
}
