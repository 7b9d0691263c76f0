import { asList, asObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { CallFields, FieldSchema } from '#engine/generated/schemas.ts';
import { type DocumentNode, within } from '../document/node.ts';
import type { Losses } from '../loss/losses.ts';
import type { Entities } from '../schema/entities.ts';
import { splitNotes } from '../schema/nullable.ts';
import { entityIn } from '../schema/translate.ts';
import { wordsOf } from '../schema/words.ts';
import { type FieldParts, limitsOf } from './field-limits.ts';
import { hasParts, isAnything, isNested, SCALARS, scalarOf, withoutNull } from './field-type.ts';
import { isFieldName, isPrintable, printable } from './printable.ts';

/** Where a field stands. */
export interface FieldPlace {
  /** Where the document says it. */
  at: DocumentNode;
  /** Name of the field, for the lines about it. */
  name: string;
  /** Names an entity that is made of a schema without a name of its own. */
  key: string;
  words: readonly string[];
  entities: Entities;
  losses: Losses;
}

/** A schema as a field of a call. What needs more than a field can say becomes an entity. */
export function fieldOf(schema: JsonSchema, isRequired: boolean, place: FieldPlace): FieldSchema {
  const [bare, isNullable] = withoutNull(schema);
  if (isNullable) place.losses.add('field-null', place.at, place.name);
  const shape = shapeOf(bare, place);
  const { const: only, ...limits } = hasLimits(shape) ? limitsOf(bare, shape.type ?? '', place) : {};
  // A constant is always sent: a field that may be left out has it as its one choice.
  const constant = only === undefined ? {} : isRequired ? { const: only } : { enum: [only] };
  const parts: FieldParts = { ...shape, ...limits, ...constant, ...notesOf(schema, place.name) };
  const isOptional = !isRequired && parts.default === undefined;
  const { type, ...others } = parts;
  if (type !== undefined && Object.keys(others).length === 0) return `${type}${isOptional ? '?' : ''}`;
  return { ...parts, ...(isOptional && { optional: true }) };
}

/** Entities have limits of their own. */
const hasLimits = ({ type }: FieldParts): boolean =>
  type !== undefined && (SCALARS.has(type) || ['file', 'day', 'any'].includes(type) || type.endsWith('[]'));

/** The properties of an object as fields. */
export function fieldsOf(schema: JsonSchema, place: FieldPlace): CallFields {
  const required = asList(schema['required']);
  return Object.fromEntries(
    Object.entries(asObject(schema['properties'])).flatMap(([name, property]) => {
      const inner = { ...innerPlace(place, name), at: within(place.at, 'properties', name) };
      if (isFieldName(name)) return [[name, fieldOf(asObject(property), required.includes(name), inner)]];
      place.losses.add('field-name', inner.at, name);
      return [];
    }),
  );
}

const innerPlace = (place: FieldPlace, name: string): FieldPlace => ({
  ...place,
  name,
  key: `${place.key} ${name}`,
  words: [...place.words, ...wordsOf(name)],
});

/** The type of a field, or the fields in it. */
function shapeOf(schema: JsonSchema, place: FieldPlace): FieldParts {
  const { $ref: ref, type } = schema;
  if (typeof ref === 'string') return { type: entityIn(ref) };
  if (type === 'array') return listOf(asObject(schema['items']), place);
  const scalar = scalarOf(schema);
  if (scalar !== undefined) return { type: scalar };
  if (isAnything(schema)) return { type: 'any' };
  if (isNested(schema)) return { fields: fieldsOf(schema, place) };
  if (hasParts(schema)) return { type: entityOf(schema, place) };
  place.losses.add('field-union', place.at, place.name);
  return { type: 'any' };
}

function listOf(items: JsonSchema, place: FieldPlace): FieldParts {
  const { at, losses } = place;
  const name = `${place.name}[]`;
  const [item, isNullable] = withoutNull(items);
  if (isNullable) losses.add('field-null', at, name);
  const { $ref: ref, format, type: _, ...limits } = splitNotes(item)[1];
  if (typeof ref === 'string') return { type: `${entityIn(ref)}[]` };
  const scalar = scalarOf(item);
  if (scalar !== undefined && !('enum' in limits || 'const' in limits)) {
    if (format !== undefined && scalar === 'string') losses.add('field-format', at, name);
    for (const [key, value] of Object.entries(limits))
      losses.add('field-keyword', at, `${name} ${key}: ${JSON.stringify(value)}`);
    return { type: `${scalar}[]` };
  }
  if (isAnything(item)) return { type: 'any[]' };
  if (isNested(item)) return { list: true, fields: fieldsOf(item, { ...place, at: within(at, 'items') }) };
  return { type: `${entityOf(item, place)}[]` };
}

const entityOf = (schema: JsonSchema, { entities, key, words }: FieldPlace): string =>
  entityIn(String(entities.add(key, words, schema)['$ref']));

/** Characters of an example that a call carries. */
const LARGEST = 200;

/** Frameworks make titles of the names: `Pet Id` of `petId`. */
const isRepeated = (title: string, name: string) => wordsOf(title).join() === wordsOf(name).join();

function notesOf({ title, description, examples }: JsonSchema, name: string): FieldParts {
  const [example] = asList(examples);
  const isShown = example !== undefined && example !== null && isPrintable(example);
  return {
    ...(typeof title === 'string' && !isRepeated(title, name) && { label: printable(title) }),
    ...(typeof description === 'string' && description !== title && { description: printable(description) }),
    ...(isShown && JSON.stringify(example).length <= LARGEST && { example }),
  };
}
