import type { ErrorObject } from 'ajv';
import { asObject } from '../json.ts';
import { isDynamic, strings } from '../reference.ts';
import { parsePointer, valueAt } from '../source/pointer.ts';

/**
 * Is an error about a value that is only known when the page runs? Such values are judged by their type, not here.
 * A template is a text whatever it holds, so it cannot stand for a number: that error stays.
 */
export function isLive(error: ErrorObject, root: unknown): boolean {
  const value = valueAt(root, parsePointer(error.instancePath));
  if (isDynamic(value)) {
    const isReference = value.startsWith('$');
    const wanted = [asObject(error.params)['type']].flat();
    return isReference || error.keyword !== 'type' || wanted.includes('string');
  }
  const isUnion = ['oneOf', 'anyOf', 'not', 'if', 'contains', 'uniqueItems'].includes(error.keyword);
  return isUnion && [...strings(value)].some(([text]) => isDynamic(text));
}
