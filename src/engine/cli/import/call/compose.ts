import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { CallConfig, CallFields, FieldSchema } from '#engine/generated/schemas.ts';
import { pageParameters } from '../answer/page.ts';
import type { Documents } from '../document/documents.ts';
import { child, type DocumentNode, textAt } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import type { ApiSettings } from './api-settings.ts';
import { readBody } from './body.ts';
import { readParameters } from './parameters.ts';
import { isFieldName, isPrintable, printable } from './printable.ts';
import type { Reading } from './reading.ts';
import { type AnswerData, responseOf } from './response.ts';

/** What a call is made of besides its operation. */
export interface Composition {
  reading: Reading;
  answer: AnswerData;
  site: ApiSettings;
  /** What stands before the path. */
  prefix: string;
  /** The role that the operation needs, and whether its answer depends on who asks. */
  security: Pick<CallConfig, 'access' | 'personal'>;
}

/** The declaration of the call that an operation becomes. */
export function composeCall(operation: Operation, composition: Composition): CallConfig {
  const { reading, answer, site, prefix, security } = composition;
  const { method, node, losses } = operation;
  if (child(node, 'deprecated').value === true) losses.add('deprecated', child(node, 'deprecated'));
  if (child(node, 'callbacks').value !== undefined) losses.add('callbacks', child(node, 'callbacks'));
  const server = textAt(child(operation.servers, 0), 'url');
  if (server !== undefined && server !== usualServer(reading.documents))
    losses.add('server', operation.servers, server);
  const paging = pagingFields(operation, answer, reading);
  const inputs = readParameters(
    { ...operation, parameters: operation.parameters.filter((one) => !paging.instead.has(one)) },
    reading,
  );
  const { path, fixed } = splitPath(`${prefix}${inputs.path}`, operation);
  const query = { ...fixed, ...inputs.query, ...paging.fields };
  const body = readBody(operation, reading);
  const description = textAt(node, 'summary') ?? textAt(node, 'description');
  return {
    ...(description !== undefined && { description: printable(description) }),
    [method]: path,
    ...(Object.keys(inputs.params).length > 0 && { params: inputs.params }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body && { body: body.fields }),
    ...(body && body.encoding !== site.encoding && { encoding: body.encoding }),
    ...responseOf(operation, answer, site.page, reading),
    ...(answer.answers && { answers: answer.answers }),
    ...security,
  };
}

const usualServer = ({ root }: Documents) => textAt(child(root, 'servers', 0), 'url');

/** A query in the path itself is always sent; what follows # never is. */
function splitPath(whole: string, { losses, node }: Operation): { path: string; fixed: CallFields } {
  const [address = '', fragment] = whole.split('#', 2);
  if (fragment !== undefined) losses.add('path-fragment', node, fragment);
  const [path = '', search = ''] = address.split('?', 2);
  const fixed: CallFields = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (isFieldName(name) && isPrintable(value)) fixed[name] = { const: value };
    else losses.add('parameter-name', node, name);
  }
  return { path, fixed };
}

/** What pages of every API are asked by, in place of the parameters of this one. */
function pagingFields(
  operation: Operation,
  { found, data }: AnswerData,
  { entities }: Reading,
): { fields: CallFields; instead: ReadonlySet<DocumentNode> } {
  const { losses } = operation;
  const { fromZero, cursor, ...usable } = pageParameters(operation);
  if (fromZero !== undefined) losses.add('page-from-zero', fromZero, textAt(fromZero, 'name'));
  const isNumbered = usable.page !== undefined || usable.offset !== undefined;
  if (cursor !== undefined && !isNumbered) losses.add('page-cursor', cursor, textAt(cursor, 'name'));
  if (found === undefined || data === undefined) return { fields: {}, instead: new Set() };
  if (!isNumbered && cursor === undefined && fromZero === undefined) losses.add('page-fixed', operation.node);
  const instead = Object.values(usable).filter((parameter) => parameter !== undefined);
  const size = usable.size && sizeField(entities.read(child(usable.size, 'schema'), losses));
  return {
    fields: {
      ...(isNumbered && { page: { type: 'integer', default: 1 } }),
      ...(size && { page_size: size }),
    },
    instead: new Set(instead),
  };
}

/** The number of items that the API itself would send, within its bounds. */
function sizeField({ default: usual, maximum: most }: JsonSchema): FieldSchema {
  const maximum = typeof most === 'number' && most > 0 ? { maximum: most } : {};
  const isUsual = typeof usual === 'number' && Number.isInteger(usual) && usual > 0;
  return isUsual && usual <= (maximum.maximum ?? usual)
    ? { type: 'integer', default: usual, ...maximum }
    : { type: 'integer', optional: true, ...maximum };
}
