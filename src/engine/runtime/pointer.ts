import { own } from './own.ts';

const stepsOf = (pointer: string): string[] =>
  pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * The value at a JSON Pointer (RFC 6901): `/items/0/name`; '' is the value itself.
 * @returns undefined where nothing is there
 */
export function valueAt(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  return stepsOf(pointer).reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? own(inner as Record<string, unknown>, step) : undefined,
    value,
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * `value` with another one at a JSON Pointer; objects and lists on the way are made where nothing is there. What is put at
 * '' is joined with an object that stands there.
 */
export function withValueAt(value: unknown, pointer: string, inner: unknown): unknown {
  if (pointer === '') return isObject(value) && isObject(inner) ? { ...value, ...inner } : inner;
  const put = (known: unknown, [step = '', ...rest]: readonly string[]): unknown => {
    const next = (before: unknown) => (rest.length === 0 ? inner : put(before, rest));
    if (/^\d+$/.test(step) && !isObject(known)) {
      const list = Array.isArray(known) ? [...known] : [];
      list[Number(step)] = next(list[Number(step)]);
      return list;
    }
    const object = isObject(known) ? known : {};
    return { ...object, [step]: next(own(object, step)) };
  };
  return put(value, stepsOf(pointer));
}
