import { isObject } from '#engine/compiler/json.ts';

/** Characters of a line. */
const WIDTH = 100;

/** JSON as it is written by hand: what fits into a line stands in one. */
export function jsonText(value: unknown): string {
  return `${layOut(value, '', 0)}\n`;
}

/** @param before characters that stand before the value in its line */
function layOut(value: unknown, indent: string, before: number): string {
  const flat = inLine(value);
  if (indent !== '' && before + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0)
    return `[\n${value.map((item) => inner + layOut(item, inner, inner.length)).join(',\n')}\n${indent}]`;
  if (!isObject(value) || Object.keys(value).length === 0) return flat;
  const rows = Object.entries(value).map(([key, item]) => {
    const name = `${inner}${JSON.stringify(key)}: `;
    return name + layOut(item, inner, name.length);
  });
  return `{\n${rows.join(',\n')}\n${indent}}`;
}

function inLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const rows = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inLine(item)}`);
  return rows.length > 0 ? `{ ${rows.join(', ')} }` : '{}';
}
