import type { CallFields } from '#engine/generated/schemas.ts';
import { type DocumentNode, textAt } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import { freeName } from '../schema/words.ts';
import { fieldOf } from './field.ts';
import { isFieldName } from './printable.ts';
import { addQuery } from './query.ts';
import { parameterPlace, parameterSchema, type Reading } from './reading.ts';

/** Headers that a client sets by itself; the document may not describe them as parameters. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization', 'idempotency-key']);

/** The parameters of a call's path and query. */
export interface Inputs {
  path: string;
  params: CallFields;
  query: CallFields;
}

export function readParameters(operation: Operation, reading: Reading): Inputs {
  const { losses } = operation;
  const { path, names } = namePathParameters(operation.path);
  const inputs: Inputs = { path, params: {}, query: {} };
  for (const parameter of operation.parameters) {
    const [name = '', place] = [textAt(parameter, 'name'), textAt(parameter, 'in')];
    if (place === 'path') addParam(inputs.params, names.get(name), parameter, operation, reading);
    else if (place === 'query') addQuery(inputs.query, name, parameter, operation, reading);
    else if (place === 'cookie') losses.add('parameter-cookie', parameter, name);
    else if (!OWN_HEADERS.has(name.toLowerCase())) losses.add('parameter-header', parameter, name);
  }
  return inputs;
}

/** The path with names that a call can have; the API never sees them. */
function namePathParameters(path: string): { path: string; names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  const named = path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const word = name.replace(/\W/g, '_').replace(/^(?=\d|$)/, '_');
    const taken = new Set(names.values());
    const plain = freeName(isFieldName(word) ? word : `${word}_`, (one) => taken.has(one), '_');
    names.set(name, plain);
    return `{${plain}}`;
  });
  return { path: named, names };
}

/** A parameter of a path that is any text needs no word. */
function addParam(
  params: CallFields,
  name: string | undefined,
  parameter: DocumentNode,
  operation: Operation,
  reading: Reading,
): void {
  if (name === undefined) {
    operation.losses.add('parameter-odd', parameter);
    return;
  }
  const style = textAt(parameter, 'style') ?? 'simple';
  if (style !== 'simple') operation.losses.add('parameter-style', parameter, style);
  const { default: _, ...schema } = parameterSchema(parameter, operation, reading);
  const field = fieldOf(schema, true, parameterPlace(parameter, operation, reading));
  if (field !== 'string') params[name] = field;
}
