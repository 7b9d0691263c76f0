import { displayValue, isDisplayKind } from './format/display.ts';
import { formatsOf } from './format/formats.ts';
import { own } from './own.ts';
import type { Scope } from './scope.ts';

const REFERENCE = /^\$(route|query|data|user|site|item|form|event|now)((?:\.[A-Za-z0-9_-]+|\[\d*\])*)$/;
/** One step of a path: a name, a position in a list, or `[]` for every item. */
const STEP = /[A-Za-z0-9_-]+|\[\]/g;
const PIECE = /\{\{|\{(\$[A-Za-z0-9_.[\]-]+)(?: ?\| ?([A-Za-z]+))?\}/g;
/** A text that is an address: it begins like one, or with a whole address from the config or the reader's memory. */
const ADDRESS = /^(?:https?:\/\/|\/\w|\{\$site\.[A-Za-z0-9_.-]+\}[/?#])/;

/** What a match of {@link PIECE} has: the whole, the reference, how its value is shown, and where it begins. */
type Piece = [whole: string, reference: string | undefined, format: string | undefined, at: number];

type Root = keyof Scope;

/**
 * One step into a value: own properties only, so that no name in a config or an address
 * reaches a prototype. Missing -> undefined.
 */
function ownProperty(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** The value at a path; `[]` gives what the items of a list have there, without those that have nothing. */
function follow(value: unknown, path: readonly string[]): unknown {
  const each = path.indexOf('[]');
  if (each === -1) return path.reduce<unknown>(ownProperty, value);
  const list = path.slice(0, each).reduce<unknown>(ownProperty, value);
  const rest = path.slice(each + 1);
  if (!Array.isArray(list)) return undefined;
  return list.map((item) => follow(item, rest)).filter((found) => found !== undefined && found !== null);
}

function lookUp(text: string, scope: Scope): { found: boolean; value: unknown } {
  const match = REFERENCE.exec(text);
  if (!match) return { found: false, value: undefined };
  return { found: true, value: follow(scope[match[1] as Root], match[2]?.match(STEP) ?? []) };
}

/** A value inside a text: nothing for what is missing, a list joined by commas, nothing for an object. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A value inside a text, shown as a format or as the labels of the site say; undefined for a format that there is not. */
function shownValue(value: unknown, format: string | undefined, { site }: Scope): string | undefined {
  if (format === undefined) return toText(value);
  if (isDisplayKind(format)) return displayValue(value, format, formatsOf(site));
  const labels = own(site.labels, format);
  return labels && (own(labels, toText(value)) ?? toText(value));
}

function resolveText(text: string, scope: Scope): unknown {
  if (text.startsWith('$') && !text.startsWith('$$')) {
    const { found, value } = lookUp(text, scope);
    if (found) return value;
  }
  const literal = text.startsWith('$$') ? text.slice(1) : text;
  if (!literal.includes('{')) return literal;
  const address = ADDRESS.test(literal);
  return literal.replace(PIECE, (...[whole, reference, format, at]: Piece) => {
    if (reference === undefined) return '{';
    const { found, value } = lookUp(reference, scope);
    const shown = found ? shownValue(value, format, scope) : undefined;
    if (shown === undefined) return whole;
    return address && at > 0 ? encodeURIComponent(shown) : shown;
  });
}

/** Objects and lists of the config -> whether nothing in them is to be replaced: most are texts and settings. */
const literals = new WeakMap<object, boolean>();

function isLiteral(value: unknown): boolean {
  if (typeof value === 'string') return !value.startsWith('$') && !value.includes('{');
  if (typeof value !== 'object' || value === null) return true;
  const known = literals.get(value) ?? Object.values(value).every(isLiteral);
  literals.set(value, known);
  return known;
}

/**
 * Replaces references and templates, deeply. A string that is a reference as a whole keeps the type of what it names;
 * `{$reference}` inside a text becomes text (in a text that begins like an address, percent-encoded), and
 * `{$reference|money}` (or number, date, time) the value as such a value is shown, `{$reference|state}` what the labels of
 * that name in `site.yaml` call it;
 * `[0]` is the same as `.0`, `[]` every item of a list.
 * `{{` is a brace and a leading `$$` a dollar sign. What a reference names is never resolved again. An object or list
 * without anything to replace comes back as it is.
 */
export function resolve(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return resolveText(value, scope);
  if (typeof value !== 'object' || value === null || isLiteral(value)) return value;
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, scope)]));
}

/** Resolves a text; anything else that comes out is turned into text, nothing into ''. */
export function resolveString(value: string, scope: Scope): string {
  return toText(resolve(value, scope));
}

/** The values of all references and templates in a value, deeply, in the order of the text. */
export function valuesNamed(value: unknown, scope: Scope): unknown[] {
  if (typeof value === 'string') {
    const whole = lookUp(value, scope);
    if (whole.found) return [whole.value];
    return Array.from(value.matchAll(PIECE), ([, reference]) => reference && lookUp(reference, scope).value);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => valuesNamed(item, scope));
}

/** Whether a value, deeply, names this root in a reference or a template. */
export function reads(value: unknown, root: Root): boolean {
  if (typeof value === 'string') {
    return new RegExp(`(?:^|\\{)\\$${root}(?![A-Za-z0-9_-])`).test(value);
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => reads(item, root));
}
