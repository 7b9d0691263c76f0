import { asObject } from '../json.ts';
import type { Correction } from '../source/correction.ts';
import type { Pointer } from '../source/pointer.ts';

/** A value with one slip corrected; its keys keep their order, and what is not on the way to the slip stays the same object. */
export function edited(value: unknown, correction: Correction, at: Pointer = correction.holder): unknown {
  const [step, ...rest] = at;
  if (step === undefined) {
    const { kind, given, intended } = correction;
    if (kind === 'type') return { ...asObject(value), block: intended };
    return Object.fromEntries(
      Object.entries(asObject(value)).map(([key, item]) => [key === given ? intended : key, item]),
    );
  }
  if (Array.isArray(value))
    return value.map((item, index) => (index === Number(step) ? edited(item, correction, rest) : item));
  return { ...asObject(value), [step]: edited(asObject(value)[step], correction, rest) };
}
