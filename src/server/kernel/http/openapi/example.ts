import { pageLink } from '../../pages/page-link.ts';
import type { JsonSchema } from '../contracts.ts';

const goodsPage = pageLink('list_info');

type Definitions = Readonly<Record<string, JsonSchema>>;

/** A time within the demo's dates, in seconds. */
const MOMENT = 1_794_196_800;

/** Generates an example value of a schema. */
export type MakeExample = (schema: JsonSchema) => unknown;

/**
 * Creates the generator of examples: the first of a schema's own `examples`, else a value derived from its bounds,
 * choices and name. All optional fields are included, so that an example shows the whole shape; recursive entities are
 * left out of lists.
 */
export function exampleMaker(definitions: Definitions): MakeExample {
  const made = new Map<string, unknown>();
  const open = new Set<string>();

  function make(schema: JsonSchema): unknown {
    const [given] = (schema['examples'] ?? []) as unknown[];
    // An empty default would be no example.
    for (const value of [given, schema['const'], schema['default']])
      if (value !== undefined && value !== '') return value;
    if (Array.isArray(schema['enum'])) return schema['enum'][0];
    if (typeof schema['$ref'] === 'string') return makeEntity(nameIn(schema['$ref']));
    const [choice] = (schema['oneOf'] ?? schema['anyOf'] ?? []) as JsonSchema[];
    if (choice && schema['properties'] === undefined) return make(choice);
    const type = typeOf(schema);
    if (type === 'object') return makeObject(schema);
    if (type === 'array') return makeList(schema);
    if (type === 'boolean') return true;
    if (type === 'string') return exampleText(schema);
    return type === 'integer' || type === 'number' ? exampleNumber(schema) : {};
  }

  function makeEntity(name: string): unknown {
    if (!made.has(name)) {
      open.add(name);
      made.set(name, make(definitions[name] ?? {}));
      open.delete(name);
    }
    return made.get(name);
  }

  function makeObject({ allOf = [], properties = {} }: JsonSchema): unknown {
    const own = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => [
      name,
      make(field),
    ]);
    return Object.assign({}, ...(allOf as JsonSchema[]).map(make), Object.fromEntries(own));
  }

  function makeList({ items = {}, minItems = 1 }: JsonSchema): unknown[] {
    const { $ref } = items as JsonSchema;
    if (typeof $ref === 'string' && open.has(nameIn($ref))) return [];
    return Array.from({ length: Math.max(1, Number(minItems)) }, () => make(items as JsonSchema));
  }

  return make;
}

const nameIn = (reference: string): string => reference.replace('entity:', '');

function typeOf({ type, properties }: JsonSchema): unknown {
  if (type === undefined && properties !== undefined) return 'object';
  return Array.isArray(type) ? type.find((one) => one !== 'null') : type;
}

const firstText = (...words: unknown[]): string => words.find((one) => typeof one === 'string') ?? '';

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-11-09',
  'date-time': '2026-11-09T10:00:00+08:00',
  email: 'buyer@example.com',
  mobile: '13800138000',
  phone: '027-88888888',
  binary: '（文件）',
};

/** The label of the field: 品名, 规格. A string of a special form has an example in its schema. */
function exampleText({ title, description, format, minLength, maxLength, unit }: JsonSchema): string {
  const formatted = format === 'link' ? goodsPage({ id: 2026 }) : FORMATS[String(format)];
  if (formatted !== undefined) return formatted;
  const [name = ''] = firstText(title, description, unit).split(/[:：;；,，。(（]/);
  const text = name === '' ? '文字' : name;
  return text.padEnd(Number(minLength ?? 0), '一').slice(0, Number(maxLength ?? text.length + 1e6));
}

function exampleNumber(schema: JsonSchema): number {
  const { unit, title, description, minimum, maximum, exclusiveMinimum } = schema;
  const isMoment = unit === 's' || /[(（]秒[)）]/.test(firstText(description, title));
  const plain = unit === '元' ? 12.8 : 1;
  const usual = isMoment ? MOMENT : plain;
  const least = Number(minimum ?? exclusiveMinimum ?? -Infinity);
  const value = Math.min(Math.max(usual, least), Number(maximum ?? Infinity));
  return value === exclusiveMinimum ? value + 1 : value;
}
