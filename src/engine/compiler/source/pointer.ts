/** Path from a file's root to a value inside it. */
export type Pointer = readonly (string | number)[];

/** `/blocks/0/on~1x` (RFC 6901) -> its steps. Array indices stay strings; lookups accept both. */
export function parsePointer(text: string): string[] {
  return text
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Does a pointer lead to what `outer` leads to, or inside of it? */
export const isWithin = (pointer: Pointer, outer: Pointer): boolean =>
  outer.every((step, index) => String(pointer[index]) === String(step));

/** The value at `pointer`, or undefined when the path does not exist. */
export function valueAt(root: unknown, pointer: Pointer): unknown {
  let value = root;
  for (const step of pointer) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
