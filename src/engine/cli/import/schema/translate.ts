import { isObject, own } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Documents } from '../document/documents.ts';
import { child, type DocumentNode, itemsOf } from '../document/node.ts';
import type { Losses } from '../loss/losses.ts';
import { inOrder, KEYWORDS, PASSED_OVER, Refused } from './keywords.ts';
import { mergeSchemas } from './merge.ts';
import { isNull, orNull, splitNotes } from './nullable.ts';

/** What the translation of one schema needs to know. */
export interface Translation {
  documents: Documents;
  losses: Losses;
  /** The name of the entity that a definition becomes; undefined for one that is written where it is used. */
  entityOf(definition: DocumentNode): string | undefined;
  /** The schema of a definition itself, to be merged into another. */
  contentOf(definition: DocumentNode, losses: Losses): JsonSchema;
  /** How many schemas it may still hold: aliases of YAML grow exponentially. */
  budget: { left: number };
}

/** Schemas inside schemas. */
const DEPTH = 60;

/** A schema of the document -> JSON Schema as entities have it, which refers to other entities by their files. */
export function translate(node: DocumentNode, how: Translation, depth = 0): JsonSchema {
  const { value } = node;
  how.budget.left -= 1;
  if (value === true) return {};
  if (value === false) return { not: {} };
  if (!isObject(value)) return lost('schema-odd', node, how);
  if (depth > DEPTH) return lost('schema-deep', node, how);
  if (how.budget.left < 0) return lost('schema-large', node, how);
  const alternatives = readAlternatives(node, how, depth);
  const bases = [...('$ref' in value ? [node] : []), ...itemsOf(child(node, 'allOf')), ...alternatives.only];
  const own = { ...readKeywords(node, how, depth), ...alternatives.several };
  const whole = withBases(own, bases, node, how, depth);
  return value['nullable'] === true || alternatives.nullable ? orNull(whole) : whole;
}

function lost(code: Parameters<Losses['add']>[0], node: DocumentNode, { losses }: Translation): JsonSchema {
  losses.add(code, node);
  return {};
}

/** `oneOf` and `anyOf` without their null, and what is left of one that then has a single branch. */
function readAlternatives(node: DocumentNode, how: Translation, depth: number) {
  const found = { only: [] as DocumentNode[], several: {} as JsonSchema, nullable: false };
  for (const key of ['oneOf', 'anyOf']) {
    const branches = itemsOf(child(node, key));
    const others = branches.filter(({ value }) => !isNull(value));
    const [first] = others;
    if (first !== undefined && others.length === 1) found.only.push(first);
    if (branches.length > others.length) found.nullable = true;
    if (others.length > 1) found.several[key] = others.map((branch) => translate(branch, how, depth + 1));
  }
  const { value: told } = child(node, 'discriminator', 'propertyName');
  if (typeof told === 'string') how.losses.add('discriminator', child(node, 'discriminator'), told);
  return found;
}

function readKeywords(node: DocumentNode, how: Translation, depth: number): JsonSchema {
  const schema = node.value as JsonSchema;
  const { losses } = how;
  const around = { schema, losses, inner: (inner: DocumentNode) => translate(inner, how, depth + 1) };
  const read: JsonSchema = {};
  for (const [keyword, reader] of Object.entries(KEYWORDS)) {
    if (!Object.hasOwn(schema, keyword) || isOldBound(keyword, schema)) continue;
    const part = child(node, keyword);
    const value = reader(part, around);
    if (value instanceof Refused) losses.add(value.code, part, value.detail ?? keyword);
    else if (value !== undefined) read[keyword] = value;
  }
  for (const keyword of Object.keys(schema))
    if (!Object.hasOwn(KEYWORDS, keyword) && !PASSED_OVER.has(keyword) && !keyword.startsWith('x-'))
      losses.add('keyword-unknown', child(node, keyword), keyword);
  return { ...read, ...inferredType(read), ...oldBounds(schema), ...readExamples(schema) };
}

/** Until 3.0 `exclusiveMinimum: true` says that `minimum` itself is excluded. */
const BOUNDS = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const;

const isOldBound = (keyword: string, schema: JsonSchema) =>
  typeof own(schema, keyword) === 'boolean'
    ? Object.values(BOUNDS).some((name) => name === keyword)
    : Object.entries(BOUNDS).some(([name, exclusive]) => name === keyword && own(schema, exclusive) === true);

const oldBounds = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(BOUNDS).flatMap(([name, exclusive]) =>
      own(schema, exclusive) === true && typeof own(schema, name) === 'number'
        ? [[exclusive, schema[name]]]
        : [],
    ),
  );

function inferredType({ type, properties, additionalProperties, items }: JsonSchema): JsonSchema {
  if (type !== undefined) return {};
  if (properties !== undefined || isObject(additionalProperties)) return { type: 'object' };
  return items === undefined ? {} : { type: 'array' };
}

/** `examples` is a list of values; 3.0 has one `example`. */
function readExamples(schema: JsonSchema): JsonSchema {
  const examples = own(schema, 'examples');
  if (Array.isArray(examples) && examples.length > 0) return { examples };
  return Object.hasOwn(schema, 'example') ? { examples: [schema['example']] } : {};
}

/** A schema with what it is based on: a definition by its name where it only adds words, else all parts as one. */
function withBases(
  own: JsonSchema,
  bases: readonly DocumentNode[],
  node: DocumentNode,
  how: Translation,
  depth: number,
): JsonSchema {
  const [notes, limits] = splitNotes(own);
  const [base] = bases;
  if (base === undefined) return own;
  if (bases.length === 1 && addsNothing(limits)) {
    const whole = base === node ? reference(base, how, depth) : translate(base, how, depth + 1);
    return '$ref' in whole ? { ...notes, ...whole } : { ...whole, ...notes };
  }
  const parts = bases.map((part) => (part === node ? content(part, how, depth) : expanded(part, how, depth)));
  return inOrder(mergeSchemas([...parts, own]));
}

/** A reference often repeats that an object is meant. */
const addsNothing = (limits: JsonSchema) =>
  Object.keys(limits).length === 0 || (Object.keys(limits).length === 1 && limits['type'] === 'object');

const expanded = (part: DocumentNode, how: Translation, depth: number): JsonSchema =>
  isObject(part.value) && Object.keys(part.value).join() === '$ref'
    ? content(part, how, depth)
    : translate(part, how, depth + 1);

/** What a `$ref` leads to; its own words are about itself, not about what is based on it. */
function content(node: DocumentNode, how: Translation, depth: number): JsonSchema {
  const definition = how.documents.definition(node, how.losses);
  if (definition.value === undefined) return {};
  const isNamed = how.entityOf(definition) !== undefined;
  return splitNotes(
    isNamed ? how.contentOf(definition, how.losses) : translate(definition, how, depth + 1),
  )[1];
}

function reference(node: DocumentNode, how: Translation, depth: number): JsonSchema {
  const definition = how.documents.definition(node, how.losses);
  if (definition.value === undefined) return {};
  const name = how.entityOf(definition);
  return name === undefined ? translate(definition, how, depth + 1) : { $ref: fileOf(name) };
}

/** `pet` -> `pet.schema.json`: entities lie beside each other. */
export const fileOf = (entity: string): string => `${entity}.schema.json`;

/** `pet.schema.json` -> `pet`. */
export const entityIn = (ref: string): string => ref.replace(/\.schema\.json$/, '');
