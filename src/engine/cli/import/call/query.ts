import { asList, asObject, isObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { CallFields, FieldSchema } from '#engine/generated/schemas.ts';
import { child, type DocumentNode, textAt } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import { type FieldPlace, fieldOf, fieldsOf } from './field.ts';
import { withoutNull } from './field-type.ts';
import { listStyleOf } from './list-style.ts';
import { isFieldName } from './printable.ts';
import { parameterPlace, parameterSchema, type Reading } from './reading.ts';

/** Adds a parameter of the address to the fields of a call; what the engine cannot send as the document wants it is reported. */
export function addQuery(
  query: CallFields,
  name: string,
  parameter: DocumentNode,
  operation: Operation,
  reading: Reading,
): void {
  const steps = stepsOf(name);
  if (!steps.every(isFieldName)) {
    operation.losses.add('parameter-name', parameter, name);
    return;
  }
  const place = parameterPlace(parameter, operation, reading);
  const schema = listOrOne(parameterSchema(parameter, operation, reading));
  const isRequired = child(parameter, 'required').value === true;
  const shape = reading.entities.resolve(withoutNull(schema)[0]);
  if (isSpread(shape, parameter)) {
    const at = child(parameter, 'schema');
    Object.assign(
      query,
      fieldsOf({ ...shape, required: isRequired ? shape['required'] : [] }, { ...place, at }),
    );
    return;
  }
  const field = fieldOf(asSent(schema, shape, place, reading), isRequired, place);
  if (!nest(query, steps, field)) operation.losses.add('parameter-name', parameter, name);
}

/** `filter[status]` -> filter, status; `ids[]` -> ids. */
const stepsOf = (name: string): string[] =>
  name
    .replace(/\[\]$/, '')
    .split(/\]?\[/)
    .map((step) => step.replace(/\]$/, ''));

/** One value in an address is a list of one. */
function listOrOne(schema: JsonSchema): JsonSchema {
  const { oneOf, anyOf, ...rest } = withoutNull(schema)[0];
  const branches = [...asList(oneOf), ...asList(anyOf)].map(asObject);
  const list = branches.find(({ type }) => type === 'array');
  const item = asObject(list?.['items'])['type'];
  const isOne = branches.every((branch) => branch === list || branch['type'] === item);
  return list === undefined || branches.length !== 2 || !isOne ? schema : { ...list, ...rest };
}

const isFields = ({ type, properties }: JsonSchema) => type === 'object' && isObject(properties);

/** Are the fields of an object parameters of their own, as OpenAPI has it unless the document says otherwise? */
const isSpread = (shape: JsonSchema, parameter: DocumentNode): boolean =>
  isFields(shape) &&
  (textAt(parameter, 'style') ?? 'form') === 'form' &&
  child(parameter, 'explode').value !== false;

/** A list or an object as the site can send it: where it cannot, a text that the page puts together. */
function asSent(
  schema: JsonSchema,
  shape: JsonSchema,
  { at, losses }: FieldPlace,
  { lists }: Reading,
): JsonSchema {
  const style = textAt(at, 'style') ?? 'form';
  if (isFields(shape) && style !== 'deepObject') {
    losses.add('parameter-style', at, style);
    return asText(schema);
  }
  if (shape['type'] !== 'array') return schema;
  const wanted = listStyleOf(at);
  if (wanted === lists || (wanted === 'brackets' && lists === 'indices')) return schema;
  if (wanted === undefined || wanted === 'comma') {
    losses.add('parameter-style', at, wanted ?? style);
    return asText(schema);
  }
  losses.add('list-style', at, wanted);
  return schema;
}

const asText = ({ title, description, examples }: JsonSchema): JsonSchema => ({
  type: 'string',
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(examples !== undefined && { examples }),
});

const isLeftOut = (field: FieldSchema): boolean =>
  typeof field === 'string'
    ? field.endsWith('?')
    : field.optional === true || field.default !== undefined || field.const !== undefined;

/** Puts a field at the end of these steps. Returns whether nothing else was there. */
function nest(fields: CallFields, [first = '', ...rest]: readonly string[], field: FieldSchema): boolean {
  const before = Object.hasOwn(fields, first) ? fields[first] : undefined;
  if (rest.length === 0) {
    if (before === undefined) fields[first] = field;
    return before === undefined;
  }
  if (before !== undefined && (typeof before === 'string' || before.fields === undefined)) return false;
  const inner = (typeof before === 'object' ? before.fields : undefined) ?? {};
  const isNew = nest(inner, rest, field);
  fields[first] = { fields: inner, ...(Object.values(inner).every(isLeftOut) && { optional: true }) };
  return isNew;
}
