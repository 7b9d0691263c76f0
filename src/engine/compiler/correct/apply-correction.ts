import { asObject } from '../json.ts';
import type { Correction } from '../source/correction.ts';
import type { Pointer } from '../source/pointer.ts';

/** A value with one typo corrected; keys keep their order, and objects off the path to the typo stay the same. */
export function applyCorrection(
  value: unknown,
  correction: Correction,
  at: Pointer = correction.holder,
): unknown {
  const [step, ...rest] = at;
  if (step === undefined) {
    const { kind, given, intended } = correction;
    if (kind === 'type') return { ...asObject(value), block: intended };
    return Object.fromEntries(
      Object.entries(asObject(value)).map(([key, item]) => [key === given ? intended : key, item]),
    );
  }
  if (Array.isArray(value))
    return value.map((item, index) =>
      index === Number(step) ? applyCorrection(item, correction, rest) : item,
    );
  return { ...asObject(value), [step]: applyCorrection(asObject(value)[step], correction, rest) };
}
