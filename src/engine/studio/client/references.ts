import { asObject, isObject, objectEntries } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { resolve } from '#engine/runtime/reference.ts';
import type { Scope } from '#engine/runtime/scope.ts';
import type { Offer } from './form/form-context.ts';

/** Levels below a root that are offered. */
const DEPTH = 3;

const TYPES: Record<string, string> = { string: '文字', number: '数字', boolean: '是否' };

/** A value with its type, short enough for one line. */
function briefly(value: unknown): string {
  if (value === undefined || value === null) return '（没有）';
  if (Array.isArray(value)) return `列表，${value.length} 项`;
  if (typeof value === 'object') return '对象';
  return `${TYPES[typeof value] ?? ''} ${JSON.stringify(value).slice(0, 40)}`;
}

function* below(value: string, now: unknown, depth: number): Generator<Offer> {
  yield { value, label: briefly(now) };
  if (depth === 0 || !isObject(now)) return;
  for (const [key, inner] of Object.entries(now))
    if (/^[\w-]+$/.test(key)) yield* below(`${value}.${key}`, inner, depth - 1);
}

/** What references of a block may name, with the values of now. */
export function referencesIn({ data, route, query, user, site, item, now }: Scope): Offer[] {
  const { remember } = site;
  const roots = { data, route, query, user, ...(item !== undefined && { item }) };
  const found = Object.entries(roots).flatMap(([name, value]) =>
    [...below(`$${name}`, value, DEPTH)].slice(1),
  );
  const kept = [...below('$site.remember', remember, 1)].slice(1);
  return [...found, ...kept, { value: '$now', label: briefly(now) }];
}

/** An item of a list prop as it is now: of the list that the prop names, or takes its fields from. */
function itemOf(prop: unknown, scope: Scope | undefined): unknown {
  const from = isObject(prop) ? prop['from'] : prop;
  const list = typeof from === 'string' && scope ? resolve(from, scope) : from;
  return Array.isArray(list) ? list[0] : undefined;
}

/** What references of a prop that is evaluated for each item of another may name. */
export const itemReferences = (prop: unknown, scope: Scope | undefined): Offer[] => [
  ...below('$item', itemOf(prop, scope), 2),
];

/** What the actions of an event may name. */
export function eventReferences(
  event: JsonSchema,
  props: Readonly<Record<string, unknown>>,
  scope: Scope | undefined,
) {
  const carried = objectEntries(asObject(event['payload'])['properties']);
  return carried.flatMap(([name, field]): Offer[] => {
    const prop = field['itemOf'];
    if (typeof prop === 'string') return [...below(`$event.${name}`, itemOf(props[prop], scope), 2)];
    const words = field['description'];
    return [{ value: `$event.${name}`, label: typeof words === 'string' ? words : '事件带来的值' }];
  });
}
