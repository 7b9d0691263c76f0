import type { ErrorObject } from 'ajv';
import { asObject } from '../json.ts';
import { isDynamic, strings } from '../reference.ts';
import { parsePointer, valueAt } from '../source/pointer.ts';

/**
 * Is the error about a value that is only known when the page runs? reference-type checks such values.
 * A template always yields a text, so that an error about another type stays.
 */
export function isRuntimeValue(error: ErrorObject, root: unknown): boolean {
  const value = valueAt(root, parsePointer(error.instancePath));
  if (isDynamic(value)) {
    const isReference = value.startsWith('$');
    const wanted = [asObject(error.params)['type']].flat();
    return isReference || error.keyword !== 'type' || wanted.includes('string');
  }
  const isUnion = ['oneOf', 'anyOf', 'not', 'if', 'contains', 'uniqueItems'].includes(error.keyword);
  return isUnion && strings(value).some(isDynamic);
}
