import { FORMAT, MOST, type Parsed, parseReferences, type Reference, stepsOf } from './reference.ts';

/** A text of a mapping: a path into the source item, or a text with `{path}` in it. */
export interface PathText {
  /** The same as a reference to `$item`, or as a text with such references. */
  text: string;
  /** Its references, as they are written. */
  references: Parsed;
  /** What stands in braces and is no path; the whole text where it is neither a path nor has braces. */
  faults: readonly string[];
}

/** `title`, `price.amount`, `images[0].url`, `images[].url`. */
const PATH = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+|\[\d*\])*$/;

/** `{{`, which is a brace, or anything in braces. */
const BRACES = /\{\{|\{([^{}]*)\}?/g;

const pathOf = (text: string, inTemplate: boolean): Reference => ({
  root: 'item',
  path: stepsOf(text),
  text,
  inTemplate,
  bare: true,
});

/** A path, `'{brand} · {size}'`, or a reference as everywhere else. */
export function parsePathText(text: string): PathText {
  if (PATH.test(text))
    return { text: `$item.${text}`, references: { good: [pathOf(text, false)], bad: [] }, faults: [] };
  if (text.startsWith('$') && !text.includes('{')) {
    return { text, references: parseReferences(text), faults: [] };
  }
  return text.includes('{')
    ? parseTemplate(text)
    : { text, references: { good: [], bad: [] }, faults: [text] };
}

function parseTemplate(text: string): PathText {
  const good: Reference[] = [];
  const bad: Parsed['bad'][number][] = [];
  const faults: string[] = [];
  const whole = text.replace(BRACES, (written: string, inside: string | undefined) => {
    if (inside === undefined || good.length >= MOST) return written;
    if (inside.startsWith('$')) {
      const parsed = parseReferences(written);
      good.push(...parsed.good);
      bad.push(...parsed.bad);
      return written;
    }
    const format = FORMAT.exec(inside);
    const path = format === null ? inside : inside.slice(0, format.index);
    if (!PATH.test(path) || !written.endsWith('}')) {
      faults.push(inside);
      return written;
    }
    good.push({ ...pathOf(path, true), ...(format?.[1] && { format: format[1] }) });
    return `{$item.${inside}}`;
  });
  return { text: whole, references: { good, bad }, faults };
}
