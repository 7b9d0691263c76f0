import { asList, isObject } from '../json.ts';
import type { JsonSchema } from '../schema/field.ts';
import { itemsOf, step } from '../schema/shape.ts';
import type { Pointer } from '../source/pointer.ts';
import type { TextNode } from './nodes.ts';
import type { Walker } from './walker.ts';

/** What the strings below one value have in common. */
export type TextContext = Omit<TextNode, 'text' | 'pointer' | 'expected'>;

/** Visits every string below `value` together with the schema of its place. */
export function walkValue(
  value: unknown,
  pointer: Pointer,
  expected: JsonSchema,
  context: TextContext,
  walker: Walker,
): void {
  const { library } = walker.project;
  if (typeof value === 'string') {
    walker.emit('text', { ...context, text: value, pointer, expected });
  } else if (Array.isArray(value)) {
    const items = itemsOf(expected, library);
    for (const [index, item] of value.entries()) walkValue(item, [...pointer, index], items, context, walker);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const next = step(expected, key, library);
      walkValue(item, [...pointer, key], 'found' in next ? next.found : {}, context, walker);
    }
  }
}

/** Visits values to be remembered; the site's schema says what each name may hold. */
export function walkRemembered(value: unknown, pointer: Pointer, context: TextContext, walker: Walker): void {
  const { library, siteSchema } = walker.project;
  const site = step(siteSchema, 'remember', library);
  if (value !== undefined) walkValue(value, pointer, 'found' in site ? site.found : {}, context, walker);
}

const COMPARISONS = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'in']);

/** Visits the operands of a condition tree. */
export function walkCondition(
  value: unknown,
  pointer: Pointer,
  context: Omit<TextContext, 'use'>,
  walker: Walker,
): void {
  const operands = { ...context, use: 'condition' } as const;
  if (typeof value === 'string') walkValue(value, pointer, {}, operands, walker);
  if (!isObject(value)) return;
  for (const [operator, part] of Object.entries(value)) {
    const here = [...pointer, operator];
    if (operator === 'not') walkCondition(part, here, context, walker);
    else if (COMPARISONS.has(operator)) {
      walker.emit('comparison', { operator, operands: asList(part), pointer: here, scope: context.scope });
      walkValue(part, here, {}, operands, walker);
    } else {
      for (const [index, item] of asList(part).entries())
        walkCondition(item, [...here, index], context, walker);
    }
  }
}
