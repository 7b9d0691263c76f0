import { asList, asObject, isObject, type Json, objectEntries } from '../json.ts';
import { parseReferences } from '../reference.ts';
import type { Scope } from '../references/resolve.ts';
import { propsOf } from '../schema/block.ts';
import type { JsonSchema } from '../schema/field.ts';
import { mappingOf } from '../schema/mapping.ts';
import { perItemProps } from '../schema/per-item.ts';
import { itemsOf, shapes, step, typesOf } from '../schema/shape.ts';
import type { Pointer } from '../source/pointer.ts';
import { takesCondition } from '../validate/per-item.ts';
import type { BlockNode, OwnerNode, ScheduleNode } from './nodes.ts';
import { walkActions } from './walk-actions.ts';
import { sourceType, walkMapping } from './walk-mapping.ts';
import { walkCondition, walkValue } from './walk-values.ts';
import type { Walker } from './walker.ts';

/** The context of a list of blocks. */
export interface BlockListContext {
  owner: OwnerNode;
  parent: BlockNode | undefined;
  scope: Scope;
  schedules: readonly ScheduleNode[];
}

export function walkBlocks(
  value: unknown,
  pointer: Pointer,
  context: BlockListContext,
  walker: Walker,
): void {
  for (const [index, block] of asList(value).entries()) {
    if (isObject(block)) walkBlock(block, [...pointer, index], context, walker);
  }
}

function walkBlock(value: Json, pointer: Pointer, context: BlockListContext, walker: Walker): void {
  const type = typeof value['block'] === 'string' ? value['block'] : '';
  const schema = walker.project.library.blocks.get(type);
  const schedules = walkSchedule(value['schedule'], [...pointer, 'schedule'], context.schedules, walker);
  // The scope of the props and blocks of an unknown type is not known.
  const scope = schema === undefined ? anything(context.scope) : context.scope;
  const node: BlockNode = { ...context, scope, type, value, pointer, schema, schedules };
  if (type !== '') walker.emit('name', { kind: 'block', name: type, pointer: [...pointer, 'block'] });
  if (typeof value['slot'] === 'string') {
    walker.emit('name', { kind: 'slot', name: value['slot'], pointer: [...pointer, 'slot'] });
  }
  walker.emit('block', node);
  walkCondition(value['when'], [...pointer, 'when'], textContext(node), walker);
  walkProps(node, walker);
  walkEvents(node, walker);
  const inner = innerScope(node, walker);
  walkBlocks(
    value['blocks'],
    [...pointer, 'blocks'],
    { ...context, parent: node, scope: inner, schedules },
    walker,
  );
}

/** A scope in which every root is available. */
const anything = (scope: Scope): Scope => ({ ...scope, item: {}, event: {}, form: {} });

/** Is it no prop of the block? That is reported; the expected types below it are not known. */
const isUnknownProp = (name: string, { properties }: JsonSchema): boolean =>
  isObject(properties) && !Object.hasOwn(properties, name);

/** Inside the block, `$item` is an item of its list, or the value that it was opened with, whose type is not known. */
function innerScope(node: BlockNode, walker: Walker): Scope {
  if (node.type === 'repeat') return { ...node.scope, item: itemSchema(node, 'items', walker) };
  return node.schema?.['openable'] === true ? { ...node.scope, item: {} } : node.scope;
}

const textContext = (block: BlockNode) => ({ scope: block.scope, owner: block.owner, block });

/** Emits a schedule when there is one. Returns the schedules that apply inside. */
export function walkSchedule(
  value: unknown,
  pointer: Pointer,
  outer: readonly ScheduleNode[],
  walker: Walker,
): readonly ScheduleNode[] {
  if (!isObject(value)) return outer;
  const own: ScheduleNode = { value, pointer };
  walker.emit('schedule', { own, outer });
  return [...outer, own];
}

function walkProps(node: BlockNode, walker: Walker): void {
  const { schema = {}, value, pointer } = node;
  const { library } = walker.project;
  const perItem = new Map(perItemProps(schema, library).map((prop) => [prop.path.join('.'), prop]));
  const context = { ...textContext(node), use: 'prop' } as const;
  const visit = (part: unknown, at: Pointer, path: readonly string[], expected: JsonSchema): void => {
    if (path.length === 1 && isUnknownProp(path[0] ?? '', schema)) {
      walkValue(part, at, {}, { ...context, scope: anything(node.scope) }, walker);
      return;
    }
    const mapping = path.length === 0 ? undefined : mappingOf(part, expected, library);
    const rule = perItem.size === 0 ? undefined : perItem.get(path.join('.'));
    if (rule !== undefined) {
      const scope = { ...node.scope, item: itemSchema(node, rule.list, walker) };
      if (isObject(part) && takesCondition(expected, library))
        walkCondition(part, at, { ...context, scope }, walker);
      else walkValue(part, at, expected, { ...context, scope }, walker);
    } else if (mapping !== undefined) walkMapping(mapping, at, context, walker);
    else if (Array.isArray(part)) {
      const items = itemsOf(expected, library);
      for (const [index, item] of part.entries()) visit(item, [...at, index], [...path, '*'], items);
    } else if (isObject(part)) {
      for (const [key, item] of Object.entries(part)) {
        const next = step(expected, key, library);
        visit(item, [...at, key], [...path, key], 'found' in next ? next.found : {});
      }
    } else walkValue(part, at, expected, context, walker);
  };
  visit(propsOf(value), pointer, [], schema);
}

/** The type of the items of a list prop of this block, or of an object prop: of a mapped one, that of its source. */
function itemSchema(node: BlockNode, prop: string, walker: Walker): JsonSchema {
  const value = node.value[prop];
  const from = isObject(value) ? value['from'] : value;
  if (typeof from !== 'string') return {};
  const { library } = walker.project;
  const whole = sourceType(parseReferences(from), false, node.scope, walker);
  return shapes(whole, library).some((shape) => typesOf(shape)?.has('array'))
    ? itemsOf(whole, library)
    : whole;
}

function walkEvents(node: BlockNode, walker: Walker): void {
  const events = new Map(objectEntries(node.schema?.['events']));
  for (const [event, actions] of Object.entries(asObject(node.value['on']))) {
    const payload = payloadSchema(node, asObject(events.get(event)?.['payload']), walker);
    const isKnown = node.schema !== undefined && events.has(event);
    const scope: Scope = isKnown
      ? { ...node.scope, event: payload, form: formSchema(node, payload) }
      : anything(node.scope);
    walkActions(actions, [...node.pointer, 'on', event], node, scope, walker);
  }
}

/**
 * What an event carries. A field that is an item of a prop (`itemOf`) is of the type of these items; where that prop is
 * mapped, the event also has the item that it was made of, as `item`.
 */
function payloadSchema(node: BlockNode, payload: JsonSchema, walker: Walker): JsonSchema {
  const { library } = walker.project;
  const properties = asObject(payload['properties']);
  const typed = objectEntries(properties).flatMap(([name, field]) => {
    const prop = field['itemOf'];
    if (typeof prop !== 'string') return [];
    const source = itemSchema(node, prop, walker);
    const mapping = mappingOf(node.value[prop], propSchema(node, prop), library);
    const own = [[name, mapping?.item ?? source]] as const;
    return mapping === undefined || 'item' in properties ? own : [...own, ['item', source] as const];
  });
  return typed.length === 0
    ? payload
    : { ...payload, properties: { ...properties, ...Object.fromEntries(typed) } };
}

const propSchema = ({ schema }: BlockNode, prop: string): JsonSchema =>
  asObject(asObject(schema?.['properties'])[prop]);

/** `$form`: the fields that a form block lists; else the event's payload. */
function formSchema({ value }: BlockNode, payload: JsonSchema): JsonSchema {
  const names = asList(value['fields']).map((field) => asObject(field)['name']);
  if (names.length === 0 || !names.every((name) => typeof name === 'string')) return payload;
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) };
}
