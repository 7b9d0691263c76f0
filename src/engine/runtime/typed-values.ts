import type { CallBinding } from '#engine/generated/schemas.ts';
import { own } from './own.ts';

const WORDS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

function typedValue(value: unknown, type: 'number' | 'boolean' | undefined): unknown {
  if (typeof value !== 'string' || type === undefined) return value;
  if (type === 'boolean') return own(WORDS, value) ?? value;
  return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value);
}

/**
 * A body of JSON with the numbers and truths that its call declares: what comes from an address or a form is text, and strict
 * APIs (GraphQL) refuse `"2"` for 2. A text that is neither stays, for the API to refuse; an empty one is left out.
 */
export function typedValues(
  body: Readonly<Record<string, unknown>>,
  { typed }: Pick<CallBinding, 'typed'>,
): Readonly<Record<string, unknown>> {
  if (typed === undefined) return body;
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name, value]) => value !== '' || own(typed, name) === undefined)
      .map(([name, value]) => [name, typedValue(value, own(typed, name))]),
  );
}
