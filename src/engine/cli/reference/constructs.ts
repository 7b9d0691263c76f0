import { asList, asObject, isObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { deref, type SchemaLibrary } from '#engine/compiler/schema/library.ts';

/** One property of a construct of the config language. */
export interface PropertyRow {
  /** `pages.home`, `rules[].on`, `<name>.call`: with those around it. */
  path: string;
  isRequired: boolean;
  schema: JsonSchema;
  text: string;
}

/** A kind of file, or a part that several of them have. */
export interface Construct {
  /** `page`; `page.meta` for a part of its file. */
  id: string;
  title: string;
  text: string;
  schema: JsonSchema;
  /** Its properties; of a construct that is one of several things, those of each under its title. */
  groups: readonly { title: string; rows: readonly PropertyRow[] }[];
  examples: readonly unknown[];
}

/** Kinds of files, from which everything else is reached. */
const ROOTS = ['site', 'page', 'shell', 'call', 'errors', 'slot'];

/** `config:page#/$defs/meta` -> `page.meta`; undefined for a schema that is no part of the language. */
export const constructId = (ref: string): string | undefined =>
  ref.startsWith('config:') ? ref.slice('config:'.length).replace('#/$defs/', '.') : undefined;

/** The schemas of values inside a value, each with what its path adds: entries, named values, alternatives. */
function insideOf(schema: JsonSchema): (readonly [step: string, schema: JsonSchema])[] {
  const { items, additionalProperties: named } = schema;
  const branches = [...asList(schema['oneOf']), ...asList(schema['anyOf'])].map(asObject);
  return [
    ...(isObject(items) ? [['[]', items] as const] : []),
    ...(isObject(named) ? [['.<name>', named] as const] : []),
    ...branches.map((branch) => ['', branch] as const),
  ];
}

/** The properties of a schema and of what is written inside them; not of what is a construct of its own. */
function rowsOf(schema: JsonSchema, library: SchemaLibrary, prefix: string): PropertyRow[] {
  const required = asList(schema['required']);
  return objectEntries(schema['properties']).flatMap(([name, prop]) => {
    const path = `${prefix}${name}`;
    const text = textOf(prop['description']) || textOf(deref(prop, library)['description']);
    const row = { path, isRequired: required.includes(name), schema: prop, text };
    return [row, ...innerRows(prop, library, path)];
  });
}

/** Two alternatives may have a property of one name: the first stands for both. */
function innerRows(schema: JsonSchema, library: SchemaLibrary, path: string): PropertyRow[] {
  const inner = insideOf(schema).flatMap(([step, part]) => innerRows(part, library, path + step));
  const rows = [...rowsOf(schema, library, `${path}.`), ...inner];
  return [...new Map(rows.toReversed().map((row) => [row.path, row])).values()].toReversed();
}

function groupsOf(schema: JsonSchema, library: SchemaLibrary): Construct['groups'] {
  const alternatives = asList(schema['oneOf']).map(asObject);
  const titled = alternatives.filter(({ title }) => typeof title === 'string');
  const named = asObject(schema['additionalProperties']);
  const rows = [
    ...rowsOf(schema, library, ''),
    ...rowsOf(named, library, '<name>.'),
    ...(titled.length > 0 ? [] : alternatives.flatMap((part) => rowsOf(part, library, ''))),
  ];
  return [
    { title: '', rows },
    ...titled.map((part) => ({ title: textOf(part['title']), rows: rowsOf(part, library, '') })),
  ].filter((group) => group.rows.length > 0);
}

/** Ids of the constructs that a schema refers to, in the order in which it does. */
function* referredIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const part of node) yield* referredIn(part);
  if (!isObject(node)) return;
  const { $defs: _, examples: __, $ref, ...rest } = node;
  const id = typeof $ref === 'string' ? constructId($ref) : undefined;
  if (id !== undefined) yield id;
  for (const part of Object.values(rest)) yield* referredIn(part);
}

/** Every construct of the config language, in reading order: each kind of file, followed by what it is made of. */
export function constructsOf(library: SchemaLibrary): Construct[] {
  const found = new Map<string, Construct>();
  const add = (id: string): void => {
    const [name = '', part] = id.split('.');
    const schema = library.resolve(`config:${name}${part === undefined ? '' : `#/$defs/${part}`}`);
    if (found.has(id) || schema === undefined) return;
    found.set(id, {
      id,
      title: textOf(schema['title']),
      text: textOf(schema['description']),
      schema,
      groups: groupsOf(schema, library),
      examples: asList(schema['examples']),
    });
    for (const next of referredIn(schema)) add(next);
  };
  for (const id of ROOTS) add(id);
  return [...found.values()];
}
