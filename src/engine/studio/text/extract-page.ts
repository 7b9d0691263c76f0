import { type Alias, visit } from 'yaml';
import { asObject, isObject } from '#engine/compiler/json.ts';
import { applyEdit } from '#engine/compiler/source/edit.ts';
import { type Pointer, valueAt } from '#engine/compiler/source/pointer.ts';
import type { Range } from '#engine/compiler/source/text-position.ts';
import { CannotEdit } from './cannot-edit.ts';
import { editText } from './edit-text.ts';
import { detachAlias } from './edits.ts';
import { SourceText } from './source-text.ts';
import { writeValue } from './write-value.ts';

/** What a page has from the pages around it. */
const INHERITED = ['access', 'schedule'] as const;

/** The first line of a file when it names the schema for editors. */
const SCHEMA_LINE = /^\uFEFF?# yaml-language-server:.*\r?\n/;

/** The text of a page as a file of its own: its lines, with what it has from the pages around it. */
export function extractPage(text: string, pointer: Pointer): string {
  if (pointer.length === 0) return text;
  const { source, range } = withoutOuterAliases(new SourceText(text), pointer);
  const page = source.find(pointer)?.entry;
  if (page === undefined) throw new CannotEdit('missing');
  const isInLines = source.beginsLine(page.start) && !source.isInBrackets(pointer);
  const body = isInLines
    ? dedented(source, range, page.start)
    : writeValue(valueAt(source.value(), pointer), { indent: 0, inBrackets: false, newline: source.newline });
  const [schema = ''] = SCHEMA_LINE.exec(text) ?? [];
  const whole = schema.replace('\uFEFF', '') + (body.endsWith('\n') ? body : body + source.newline);
  return inheriting(whole, source.value(), pointer);
}

/** Aliases of values that are written outside of the page give way to copies of them. */
function withoutOuterAliases(source: SourceText, pointer: Pointer): { source: SourceText; range: Range } {
  const entry = source.find(pointer)?.entry;
  if (entry === undefined) throw new CannotEdit('missing');
  const range = source.linesOf(entry);
  const isInside = (offset: number) => offset >= range.start && offset < range.end;
  const outer: Alias[] = [];
  visit(source.document, {
    Alias: (_, alias) => {
      const written = source.resolved(alias)?.range?.[0] ?? 0;
      if (isInside(alias.range?.[0] ?? -1) && !isInside(written)) outer.push(alias);
    },
  });
  const at = outer[0] && source.pointerTo(outer[0]);
  if (at === undefined) return { source, range };
  const detached = detachAlias(source, at).reduce(applyEdit, source.text);
  return withoutOuterAliases(new SourceText(detached), pointer);
}

/** The lines of an item of a list, without its dash and the space in front of it. */
function dedented(source: SourceText, { start, end }: Range, dash: number): string {
  const column = source.columnOf(dash);
  const inner = /^-[ ]*/.exec(source.text.slice(dash))?.[0].length ?? 0;
  const line = source.lineStart(dash);
  const comments = source.text.slice(start, line).replaceAll(new RegExp(`^ {${column}}`, 'gm'), '');
  const own = ' '.repeat(column + inner) + source.text.slice(dash + inner, end);
  return comments + own.replaceAll(new RegExp(`^ {1,${column + inner}}`, 'gm'), '');
}

function inheriting(text: string, root: unknown, pointer: Pointer): string {
  const around = pointer
    .map((_, depth) => pointer.slice(0, depth))
    .filter((outer) => isObject(valueAt(root, outer)))
    .map((outer) => asObject(valueAt(root, outer)));
  const own = asObject(new SourceText(text).value());
  const meta = Object.assign({}, ...around.map((page) => asObject(page['meta']))) as Record<string, unknown>;
  const given: [string, unknown][] = INHERITED.map((key) => [
    key,
    around.findLast((page) => page[key] !== undefined)?.[key],
  ]);
  const added = given.filter(([key, value]) => value !== undefined && own[key] === undefined);
  const all =
    Object.keys(meta).length === 0
      ? added
      : [...added, ['meta', { ...meta, ...asObject(own['meta']) }] as const];
  return all.reduce((edited, [key, value]) => editText(edited, { kind: 'set', at: [key], value }), text);
}
