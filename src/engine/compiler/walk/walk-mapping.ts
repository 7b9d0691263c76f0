import type { Json } from '../json.ts';
import { parsePathText } from '../path-text.ts';
import { type Parsed, parseReferences } from '../reference.ts';
import { resolveType, type Scope } from '../references/resolve.ts';
import type { JsonSchema } from '../schema/field.ts';
import { innerMapping, isLiteral, type MappingTarget, mappedFields } from '../schema/mapping.ts';
import { itemsOf } from '../schema/shape.ts';
import type { Pointer } from '../source/pointer.ts';
import { type TextContext, walkValue } from './walk-values.ts';
import type { Walker } from './walker.ts';

/** What `from` has to lead to. */
const sourceSchema = ({ list, nullable }: MappingTarget): JsonSchema => {
  const type = list ? 'array' : 'object';
  return { type: nullable ? [type, 'null'] : type };
};

type MappingValue = MappingTarget & { value: Json };

/** Visits the mapping of a prop: its `from`, and its fields, for which `$item` is one item of that. */
export function walkMapping(
  mapping: MappingValue,
  pointer: Pointer,
  context: TextContext,
  walker: Walker,
): void {
  const { list, value } = mapping;
  walker.emit('mapping', { value, pointer });
  const { from } = value;
  walkValue(from, [...pointer, 'from'], sourceSchema(mapping), context, walker);
  const item = typeof from === 'string' ? sourceType(parseReferences(from), list, context.scope, walker) : {};
  walkFields(mapping, pointer, item, context, walker);
}

/** The type of the items of a list that a reference leads to, or of the object. */
export function sourceType({ good }: Parsed, list: boolean, scope: Scope, { project }: Walker): JsonSchema {
  const [reference] = good;
  if (reference === undefined || reference.inTemplate) return {};
  const resolved = resolveType(reference, scope, project);
  if (!('schema' in resolved)) return {};
  return list ? itemsOf(resolved.schema, project.library) : resolved.schema;
}

function walkFields(
  mapping: MappingValue,
  pointer: Pointer,
  item: JsonSchema,
  context: TextContext,
  walker: Walker,
): void {
  const within = { ...context, scope: { ...context.scope, item } };
  for (const { name, value, schema, optional } of mappedFields(mapping, walker.project.library))
    walkField(value, [...pointer, name], { schema, optional }, within, walker);
}

function walkField(
  value: unknown,
  pointer: Pointer,
  { schema, optional }: { schema: JsonSchema; optional: boolean },
  context: TextContext,
  walker: Walker,
): void {
  const { library } = walker.project;
  if (typeof value === 'string') walkPath(value, pointer, { schema, optional }, context, walker);
  else if (isLiteral(value)) walkValue(value.is, [...pointer, 'is'], schema, context, walker);
  else if (Array.isArray(value)) {
    const items = { schema: itemsOf(schema, library), optional: false };
    for (const [index, one] of value.entries()) walkField(one, [...pointer, index], items, context, walker);
  } else {
    const inner = innerMapping(value, schema, library);
    if (inner !== undefined) walkInner(inner, pointer, optional, context, walker);
  }
}

function walkPath(
  written: string,
  pointer: Pointer,
  { schema, optional }: { schema: JsonSchema; optional: boolean },
  context: TextContext,
  walker: Walker,
): void {
  const { text, references, faults } = parsePathText(written);
  const mapped = { references, faults, optional };
  walker.emit('text', { ...context, text, pointer, expected: schema, mapped });
}

/** Visits a mapping inside another; without `from` its fields are taken from the same item. */
function walkInner(
  mapping: MappingValue,
  pointer: Pointer,
  optional: boolean,
  context: TextContext,
  walker: Walker,
): void {
  const { list, value } = mapping;
  const { from } = value;
  if (typeof from !== 'string') {
    walkFields(mapping, pointer, list ? {} : (context.scope.item ?? {}), context, walker);
    return;
  }
  walkPath(from, [...pointer, 'from'], { schema: sourceSchema(mapping), optional }, context, walker);
  const item = sourceType(parsePathText(from).references, list, context.scope, walker);
  walkFields(mapping, pointer, item, context, walker);
}
