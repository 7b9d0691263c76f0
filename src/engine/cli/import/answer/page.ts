import { asObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Paging } from '#engine/generated/schemas.ts';
import { child, type DocumentNode, textAt } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import type { Entities } from '../schema/entities.ts';
import { objectOf } from '../schema/object-of.ts';
import { isAbout } from './draft.ts';

/** A list of which an answer is one page. */
export interface FoundPage {
  paging: Paging;
  item: JsonSchema;
  /** Parameters by which a page is chosen, and those that name a page in another way. */
  parameters: PageParameters;
}

interface PageParameters {
  page?: DocumentNode;
  offset?: DocumentNode;
  size?: DocumentNode;
  cursor?: DocumentNode;
  fromZero?: DocumentNode;
}

const NAMES = {
  page: /^(?:page|page_?(?:number|num|no|index)|current(?:_?page)?|page\[number\])$/i,
  offset: /^(?:offset|skip|start|start_?index|page\[offset\])$/i,
  size: /^(?:page_?size|per_?page|size|limit|take|rows|max_?results|page\[(?:size|limit)\])$/i,
  cursor:
    /^(?:cursor|after|starting_after|page_?token|next_?token|continuation_?token|marker|page\[(?:after|cursor)\])$/i,
} as const;

const TOTAL =
  /^(?:total|total_?(?:count|items|elements|results|records|rows)|count|records_?total|num_?results|item_?count)$/i;

/** What holds the total beside a list. */
const ABOUT = /^(?:_?meta(?:data)?|pagination|paging|page|_?page_?info|links)$/i;

const TOTAL_HEADER = /^(?:x-)?(?:total(?:-count)?|pagination-total(?:-count)?|total-?items)$/i;

const isNumber = (schema: unknown) =>
  [asObject(schema)['type']].flat().some((type) => type === 'integer' || type === 'number');

/** The parameters of an operation that choose a page. */
export function pageParameters({ parameters }: Operation): PageParameters {
  const found: PageParameters = {};
  for (const parameter of parameters) {
    if (textAt(parameter, 'in') !== 'query') continue;
    const name = textAt(parameter, 'name') ?? '';
    const kind = (['page', 'offset', 'size', 'cursor'] as const).find((one) => NAMES[one].test(name));
    if (kind === undefined || found[kind] !== undefined) continue;
    const schema = child(parameter, 'schema');
    const { type } = asObject(schema.value);
    if (kind !== 'cursor' && type !== undefined && !isNumber(schema.value)) continue;
    const isFromZero = [child(schema, 'default').value, child(schema, 'minimum').value].includes(0);
    if (kind === 'page' && isFromZero) found.fromZero = parameter;
    else found[kind] = parameter;
  }
  // A word such as `start` beside `page` is a filter.
  if (found.page !== undefined) delete found.offset;
  return found;
}

const queryOf = ({ page, offset, size }: PageParameters): Pick<Paging, 'query'> => {
  const names = Object.entries({ page, offset, size }).flatMap(([kind, parameter]) =>
    parameter === undefined ? [] : [[kind, textAt(parameter, 'name') ?? '']],
  );
  return names.length > 0 ? { query: Object.fromEntries(names) } : {};
};

/**
 * The page that an answer is; undefined for one that is whole.
 * @param data the data of the answer
 * @param body the whole answer, where the data lies in an envelope
 */
export function findPage(
  operation: Operation,
  { data, body, headers }: { data: JsonSchema; body: JsonSchema | undefined; headers: readonly string[] },
  entities: Entities,
): FoundPage | undefined {
  const parameters = pageParameters(operation);
  const list = listIn(data, entities);
  if (list === undefined) return undefined;
  const { page, offset } = parameters;
  const isPaged = page !== undefined || offset !== undefined;
  const within = totalIn(data, entities);
  const outside = body === undefined ? undefined : totalIn(body, entities);
  const header = headers.find((name) => TOTAL_HEADER.test(name));
  const total = within ?? (outside === undefined ? header && { header } : { answer: outside });
  const isPlain =
    operation.method === 'get' && Object.keys(fieldsOf(data, entities)).every(isPart(list.pointer));
  if (!isPaged && !((within ?? outside) !== undefined && isPlain)) return undefined;
  const paging: Paging = {
    list: list.pointer,
    ...(total !== undefined && { total }),
    ...queryOf(parameters),
  };
  return { paging, item: list.item, parameters };
}

const fieldsOf = (schema: JsonSchema, entities: Entities) =>
  asObject(objectOf(schema, entities)['properties']);

/** Is a field the list, or a word about it? What has more than those is a thing that has a list. */
const isPart = (list: string) => (name: string) => `/${escaped(name)}` === list || isAbout(name);

/** The one list in data: the data itself, or the only list among the fields of an object. */
function listIn(data: JsonSchema, entities: Entities): { pointer: string; item: JsonSchema } | undefined {
  const whole = objectOf(data, entities);
  if (whole['type'] === 'array') return { pointer: '', item: asObject(whole['items']) };
  const lists = Object.entries(fieldsOf(whole, entities)).flatMap(([name, property]) => {
    const { type, items } = entities.resolve(asObject(property));
    return [type].flat().includes('array') ? [{ pointer: `/${escaped(name)}`, item: asObject(items) }] : [];
  });
  const [only, second] = lists;
  return second === undefined ? only : undefined;
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The pointer to the number of all items in an object, or in what it says about its pages. */
function totalIn(schema: JsonSchema, entities: Entities): string | undefined {
  const fields = Object.entries(fieldsOf(schema, entities));
  const direct = fields.find(
    ([name, field]) => TOTAL.test(name) && isNumber(objectOf(asObject(field), entities)),
  );
  if (direct !== undefined) return `/${escaped(direct[0])}`;
  for (const [name, field] of fields) {
    if (!ABOUT.test(name)) continue;
    const inner = Object.entries(fieldsOf(asObject(field), entities)).find(
      ([key, one]) => TOTAL.test(key) && isNumber(objectOf(asObject(one), entities)),
    );
    if (inner !== undefined) return `/${escaped(name)}/${escaped(inner[0])}`;
  }
  return undefined;
}
