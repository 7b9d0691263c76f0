import { asList, asObject, isObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { type SchemaLibrary, schemaId } from '#engine/compiler/schema/library.ts';
import { mappingTarget } from '#engine/compiler/schema/mapping.ts';
import { itemsOf, shapes, typesOf } from '#engine/compiler/schema/shape.ts';

/** What a value is edited with. */
export type Editor =
  | 'text'
  | 'number'
  | 'choice'
  | 'moment'
  | 'list'
  /** An object with the keys that its schema names. */
  | 'fields'
  /** An object whose keys are the shop's own. */
  | 'entries'
  /** A text that is resolved while the page runs. */
  | 'reference'
  /** A condition, whose truth is the value. */
  | 'condition'
  /** Any scalar. */
  | 'any';

/** One way in which a schema lets a value be written. */
export interface Variant {
  editor: Editor;
  label: string;
  schema: JsonSchema;
  /** The only key that the object has, where the schema lets it have one of several. */
  only?: string;
}

/** What is not filled in yet: a value that holds one is not written. */
export const HOLE = Symbol('not filled in yet');

const REFERENCE = /^\$|\{\$/;
export const isReference = (value: unknown): boolean => typeof value === 'string' && REFERENCE.test(value);

const EDITORS: Readonly<Record<string, Editor>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'choice',
  array: 'list',
  object: 'fields',
};

const NAMES: Readonly<Record<Editor, string>> = {
  text: '文字',
  number: '数字',
  choice: '选一个',
  moment: '日期与时间',
  list: '逐项写',
  fields: '逐个字段写',
  entries: '逐个字段写',
  reference: '引用',
  condition: '条件',
  any: '值',
};

/** The choices of a schema whose values are listed; undefined where others are possible. */
export function choicesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum'] as unknown[];
  if ('const' in schema) return [schema['const']];
  return schema['type'] === 'boolean' ? [true, false] : undefined;
}

/** The words of a schema up to the first stop; none where these are about one of its choices. */
function shortWords(schema: JsonSchema): string {
  const words = textOf(schema['description']).split(/[，,。；;：:（(]/, 1)[0] ?? '';
  return choicesOf(schema)?.some((one) => words.startsWith(`${String(one)} `)) ? '' : words;
}

const isPattern = (schema: JsonSchema) => textOf(schema['pattern']).startsWith('^\\$');

function objectVariants(shape: JsonSchema): Variant[] {
  const properties = objectEntries(shape['properties']);
  if (properties.length === 0) return [{ editor: 'entries', label: NAMES.entries, schema: shape }];
  if (shape['minProperties'] === 1 && shape['maxProperties'] === 1)
    return properties.map(([key, schema]) => ({
      editor: 'fields',
      label: `${shortWords(schema) || key} ${key}`,
      schema: { ...shape, properties: { [key]: schema }, required: [key] },
      only: key,
    }));
  return [{ editor: 'fields', label: textOf(shape['title']) || NAMES.fields, schema: shape }];
}

function ofShape(shape: JsonSchema): Variant[] {
  const types = typesOf(shape);
  if (types === undefined) return [{ editor: 'any', label: NAMES.any, schema: shape }];
  if (choicesOf(shape) !== undefined) return [{ editor: 'choice', label: NAMES.choice, schema: shape }];
  const all = [...types].filter((type) => type !== 'null');
  return all.flatMap((type): Variant[] => {
    if (type === 'object') return objectVariants(shape);
    const schema = all.length === 1 ? shape : { ...shape, type };
    if (type === 'string' && shape['format'] === 'date-time')
      return [{ editor: 'moment', label: NAMES.moment, schema }];
    if (type === 'string' && isPattern(shape))
      return [{ editor: 'reference', label: NAMES.reference, schema }];
    const editor = EDITORS[type] ?? 'any';
    return [{ editor, label: NAMES[editor], schema }];
  });
}

/** Two of them are one where they look the same to who fills them in. */
function distinct(variants: readonly Variant[]): Variant[] {
  const found: Variant[] = [];
  for (const one of variants) {
    const same = found.findIndex(
      ({ editor, label, only }) => editor === one.editor && label === one.label && only === one.only,
    );
    const before = found[same];
    if (before === undefined) found.push(one);
    else if (one.editor === 'choice')
      found[same] = {
        ...one,
        schema: { enum: [...(choicesOf(before.schema) ?? []), ...(choicesOf(one.schema) ?? [])] },
      };
  }
  return found;
}

/** The fields of an item, each taken from one of the data: `{ from: $data.products.list, name: title }`. */
function mappedVariants(schema: JsonSchema, library: SchemaLibrary): Variant[] {
  const target = mappingTarget(schema, library);
  if (target?.list !== true) return [];
  const fields = objectEntries(target.item['properties']).map(
    ([name, { description }]) => [name, { description }] as const,
  );
  const from = { description: '从哪份数据来', type: 'string', pattern: '^\\$' };
  const properties = { from, ...Object.fromEntries(fields) };
  return [
    { editor: 'fields', label: '对应数据的字段', schema: { type: 'object', properties, required: ['from'] } },
  ];
}

const CONDITION: JsonSchema = { $ref: schemaId('config', 'condition') };

/** In these a reference is typed as any other text is. */
const TYPED: ReadonlySet<Editor> = new Set<Editor>(['text', 'number', 'any', 'reference']);

/** An object of settings that may all be left out is written field by field. */
const isSettings = ({ editor, schema }: Variant) =>
  editor === 'fields' && asList(schema['required']).length === 0;

/**
 * The ways in which a value of a schema is written; with those of values that are resolved while the page runs.
 * @param value what is written now
 */
export function variantsOf(
  schema: JsonSchema,
  library: SchemaLibrary,
  isRuntime: boolean,
  value?: unknown,
): readonly Variant[] {
  const all = distinct(shapes(schema, library).flatMap(ofShape));
  const isPlain = (one: Variant) => TYPED.has(one.editor) || (isSettings(one) && !isReference(value));
  if (!isRuntime || all.some(isPlain)) return all;
  const reference: Variant = { editor: 'reference', label: NAMES.reference, schema: { type: 'string' } };
  const condition: Variant = { editor: 'condition', label: NAMES.condition, schema: CONDITION };
  const isTruth = all.some(({ editor, schema: one }) => editor === 'choice' && one['type'] === 'boolean');
  return [...mappedVariants(schema, library), ...all, reference, ...(isTruth ? [condition] : [])];
}

const isText = (value: unknown) => typeof value === 'string';

function hasFields(value: unknown, { schema, only }: Variant): boolean {
  if (!isObject(value)) return false;
  if (only !== undefined) return Object.hasOwn(value, only);
  return asList(schema['required']).every((key) => Object.hasOwn(value, String(key)));
}

/** Does a value look like one that is written in this way? */
const IS_WRITTEN: Readonly<Record<Editor, (value: unknown, variant: Variant) => boolean>> = {
  choice: (value, { schema }) => choicesOf(schema)?.includes(value) === true,
  number: (value) => typeof value === 'number' || isReference(value),
  reference: isReference,
  moment: isText,
  text: isText,
  list: Array.isArray,
  any: () => true,
  entries: isObject,
  condition: isObject,
  fields: hasFields,
};

/** The place in `variants` of the way in which a value is written; -1 where it fits none. */
export function variantAt(value: unknown, variants: readonly Variant[]): number {
  const reference = isReference(value) ? variants.findIndex(({ editor }) => editor === 'reference') : -1;
  if (reference >= 0) return reference;
  const found = variants.findIndex((one) => IS_WRITTEN[one.editor](value, one));
  return found >= 0 ? found : variants.findIndex(({ editor }) => isObject(value) && editor === 'fields');
}

/** What a new value begins with: its default, what it must have, and holes for what has to be filled in. */
export function initialOf({ editor, schema }: Variant, library: SchemaLibrary): unknown {
  const usual = schema['default'];
  /* Who writes item by item wants one to begin with. */
  const isNothing = Array.isArray(usual) && usual.length === 0;
  if (usual !== undefined && !isNothing) return usual;
  if (editor === 'choice') return choicesOf(schema)?.[0];
  if (editor === 'list') {
    const least = Number(schema['minItems'] ?? 1);
    return Array.from({ length: Math.max(1, least) }, (_, index) =>
      firstOf(itemAt(schema, index, library), library),
    );
  }
  if (editor === 'entries') return {};
  if (editor !== 'fields') return HOLE;
  const properties = asObject(schema['properties']);
  const required = asList(schema['required']).map(String);
  const [first] = Object.keys(properties);
  const names =
    required.length > 0 || schema['minProperties'] !== 1 || first === undefined ? required : [first];
  return Object.fromEntries(names.map((name) => [name, firstOf(asObject(properties[name]), library)]));
}

function firstOf(schema: JsonSchema, library: SchemaLibrary): unknown {
  const [variant, ...others] = variantsOf(schema, library, false);
  const isOpen = others.length > 0 && schema['default'] === undefined;
  return variant === undefined || isOpen ? HOLE : initialOf(variant, library);
}

/** The schema of an item of a list. */
export function itemAt(schema: JsonSchema, index: number, library: SchemaLibrary): JsonSchema {
  const listed = asList(schema['prefixItems'])[index];
  return isObject(listed) ? listed : itemsOf(schema, library);
}

/** Is something in it not filled in yet? */
export function hasHole(value: unknown): boolean {
  if (value === HOLE) return true;
  if (Array.isArray(value)) return value.some(hasHole);
  return isObject(value) && Object.values(value).some(hasHole);
}

/** A text that somebody typed where any scalar may stand. */
export function readScalar(text: string): unknown {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  const quoted = /^(['"])(.*)\1$/.exec(text);
  return quoted ? quoted[2] : text;
}

/** A scalar as it stands in a field. */
export function writeTyped(value: unknown, editor: Editor): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return editor === 'any' && typeof readScalar(value) !== 'string' ? `'${value}'` : value;
}

/** What is wrong with a text that was typed, as far as its own schema says; undefined where nothing is. */
export function faultOf(text: string, { editor, schema }: Variant): string | undefined {
  if (editor === 'reference') return isReference(text) ? undefined : '引用以 $ 开头，如 $data.products.list';
  if (editor !== 'number' || isReference(text)) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return '这里要一个数字';
  if (typesOf(schema)?.has('integer') === true && !typesOf(schema)?.has('number') && !Number.isInteger(value))
    return '这里要一个整数';
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && value < minimum) return `不能小于 ${minimum}`;
  if (typeof maximum === 'number' && value > maximum) return `不能大于 ${maximum}`;
  return undefined;
}

/** The same value with one place changed; `undefined` as `next` takes the place away. Holders that are missing are made. */
export function withValue(root: unknown, at: readonly (string | number)[], next: unknown): unknown {
  const [step, ...rest] = at;
  if (step === undefined) return next;
  if (Array.isArray(root) || (root === undefined && typeof step === 'number')) {
    const list = asList(root);
    const index = Number(step);
    if (rest.length === 0 && next === undefined) return list.filter((_, place) => place !== index);
    return Array.from({ length: Math.max(list.length, index + 1) }, (_, place) =>
      place === index ? withValue(list[place], rest, next) : list[place],
    );
  }
  const { [step]: before, ...others } = asObject(root);
  if (rest.length === 0 && next === undefined) return others;
  return { ...asObject(root), [step]: withValue(before, rest, next) };
}

/** What a prop is called: the words of its schema, and its key. */
export function labelOf(name: string, schema: JsonSchema): string {
  const words = shortWords(schema);
  return words === '' || words === name ? name : `${words} ${name}`;
}

/** What a new value of a schema begins with; a hole where it may be written in several ways. */
export function beginningOf(schema: JsonSchema, library: SchemaLibrary, isRuntime: boolean): unknown {
  const written = variantsOf(schema, library, isRuntime).filter(({ editor }) => editor !== 'reference');
  const [only, ...others] = written;
  return only === undefined || others.length > 0 ? HOLE : initialOf(only, library);
}
