import { Document, isSeq } from 'yaml';
import { isObject } from '#engine/compiler/json.ts';

/** A value within one line: `{ type: integer, enum: [1, 2] }`. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (!isObject(value)) return scalarText(value);
  const pairs = Object.entries(value).map(([key, inner]) => `${flowText(key)}: ${flowText(inner)}`);
  return pairs.length > 0 ? `{ ${pairs.join(', ')} }` : '{}';
}

/** Quoted where it must be. */
function scalarText(value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z][\w/-]*$/.test(value) && !RESERVED.test(value)) return value;
  const document = new Document([value]);
  if (isSeq(document.contents)) document.contents.flow = true;
  const options = { lineWidth: 0, singleQuote: true, flowCollectionPadding: false };
  return document.toString(options).trimEnd().slice(1, -1);
}

/** Words that mean something else than themselves. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;
