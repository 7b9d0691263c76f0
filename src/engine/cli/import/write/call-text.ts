import { Document } from 'yaml';
import { isObject } from '#engine/compiler/json.ts';
import type { CallConfig } from '#engine/generated/schemas.ts';
import { flowText } from './flow-text.ts';

/** Characters of a line. */
const WIDTH = 100;

/** A call as a person would write it: one field a line, small things within one. */
export const callText = (name: string, call: CallConfig): string =>
  `${name}:\n${Object.entries(call)
    .map(([key, value]) => pairText(key, value, '  '))
    .join('')}`;

function pairText(key: string, value: unknown, indent: string): string {
  if (typeof value !== 'object') return scalarPair(key, value, indent);
  const name = `${indent}${flowText(key)}:`;
  const flat = `${name} ${flowText(value)}\n`;
  if (!isObject(value) || (flat.length <= WIDTH && !hasLines(value))) return flat;
  const inner = Object.entries(value).map(([field, one]) => pairText(field, one, `${indent}  `));
  return `${name}\n${inner.join('')}`;
}

/** Has it a text of several lines? */
const hasLines = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\n') : isObject(value) && Object.values(value).some(hasLines);

/** A pair that needs no brackets: outside of them fewer texts need quotes, and one may have several lines. */
const scalarPair = (key: string, value: unknown, indent: string): string =>
  new Document({ [key]: value }).toString({ lineWidth: 0, singleQuote: true }).replace(/^(?=.)/gm, indent);
