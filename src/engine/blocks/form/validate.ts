import type { BlockProps } from '#engine/generated/blocks.ts';
import type { Formats } from '#engine/runtime/format/formats.ts';
import { isEmail, isMobile, isPhone } from '#engine/runtime/validation/contact.ts';
import { isCreditCode } from '#engine/runtime/validation/credit-code.ts';
import { passwordStrength } from '#engine/runtime/validation/password.ts';
import { isDay } from '#engine/ui/date-field/days.ts';
import { fill } from '#engine/ui/fill.ts';
import { choicesOf, readAmounts, writeAmounts } from './amounts.ts';
import { readFiles, startFiles } from './files.ts';
import { fromMoment, toMoment } from './moment.ts';
import { readNumber, writeNumber } from './number.ts';
import { readPicks, startPicks } from './picks.ts';

export type Field = BlockProps['form']['fields'][number];
export type Texts = BlockProps['form']['texts'];
/** What the controls hold: texts, a number for a quantity, a tick for a checkbox. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** The value that a field starts with: its own, else that of the same name among those given. */
export function startOf(
  field: Field,
  given: Readonly<Record<string, unknown>> | null | undefined,
  formats: Formats,
): string | number | boolean {
  const { name, kind, value: own, min } = field;
  const value = own ?? given?.[name];
  if (kind === 'datetime') return toMoment(value, formats);
  if (kind === 'quantities')
    return writeAmounts(choicesOf(field).map(({ id, max, start = 0 }) => [id, field.full ? max : start]));
  if (kind === 'files') return startFiles(value);
  if (kind === 'picks') return startPicks(value);
  if (kind === 'checkbox') return value === true || value === 1;
  if (kind === 'quantity') return typeof value === 'number' ? value : (min ?? 1);
  if (typeof value === 'number') return writeNumber(value, formats.currency.decimal);
  return typeof value === 'string' ? value : '';
}

/** The fields that are there with these values: some depend on what was chosen in another. */
export function visibleFields(fields: readonly Field[], values: Values): readonly Field[] {
  return fields.filter(
    ({ only }) => only === undefined || only.in.includes(String(values[only.field] ?? '')),
  );
}

/** How a form says what is wrong. */
interface Wording {
  texts: Texts;
  formats: Formats;
}

/** Field name -> the first thing that is wrong with it; the server judges again. */
export function validate(fields: readonly Field[], values: Values, wording: Wording): Record<string, string> {
  const problems = fields.map((field) => [field.name, problemOf(field, values, wording)] as const);
  return Object.fromEntries(problems.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** What is wrong with one field, in words; undefined for nothing. */
export function problemOf(field: Field, values: Values, { texts, formats }: Wording): string | undefined {
  const value = values[field.name];
  const say: Say = (key, n) =>
    fill(texts[key], {
      label: field.label,
      n: n === undefined ? '' : writeNumber(n, formats.currency.decimal),
    });
  if (isEmpty(field, value)) {
    return field.required ? say(EMPTY[field.kind] ?? 'required') : undefined;
  }
  if (field.kind === 'files') return readFiles(String(value)).sending > 0 ? say('stillUploading') : undefined;
  if (field.same !== undefined && value !== values[field.same]) return say('same');
  if (typeof value === 'number') return numberProblem(value, field, say);
  if (field.kind === 'number')
    return numberProblem(readNumber(String(value), formats.currency.decimal), field, say);
  return typeof value === 'string' ? textProblem(value, field, say) : undefined;
}

/** Nothing was chosen or typed; blanks are nothing, but for a password. */
function isEmpty({ kind }: Field, value: Values[string] | undefined): boolean {
  if (typeof value !== 'string') return value === false || value === undefined;
  return value === '' || (kind !== 'password' && value.trim() === '');
}

type Say = (key: keyof Texts, n?: number) => string;

function numberProblem(value: number, { min, max }: Field, say: Say): string | undefined {
  if (Number.isNaN(value)) return say('number');
  if (min !== undefined && value < min) return say('min', min);
  if (max !== undefined && value > max) return say('max', max);
  return undefined;
}

/** Kinds of text that have a form of their own: what judges them, and what is said. */
const FORMS: Partial<Record<Field['kind'], readonly [(text: string) => boolean, keyof Texts]>> = {
  phone: [isPhone, 'phone'],
  mobile: [isMobile, 'mobile'],
  email: [isEmail, 'email'],
  code: [(text) => /^\d{6}$/.test(text), 'code'],
  'credit-code': [isCreditCode, 'creditCode'],
  date: [isDay, 'date'],
  datetime: [(text) => isDay(text.slice(0, 10)) && /T\d\d:\d\d$/.test(text), 'date'],
};

function textProblem(value: string, field: Field, say: Say): string | undefined {
  const { kind, minLength, maxLength, strength } = field;
  const [fits, key] = FORMS[kind] ?? [];
  if (fits && key && !fits(value.trim())) return say(key);
  if (strength && passwordStrength(value) === 'weak') return say('weak');
  const length = Array.from(value).length;
  if (minLength !== undefined && length < minLength) return say('minLength', minLength);
  if (maxLength !== undefined && length > maxLength) return say('maxLength', maxLength);
  return undefined;
}

/** What is said of a control that was left empty; the others are "filled in". */
const EMPTY: Partial<Record<Field['kind'], keyof Texts>> = {
  select: 'choose',
  file: 'choose',
  files: 'choose',
  date: 'choose',
  datetime: 'choose',
  radio: 'choose',
  quantities: 'choose',
  picks: 'choose',
  region: 'choose',
  checkbox: 'accept',
};

/** What is sent: texts without blanks around them (a password as typed), numbers as numbers, ticks as 0 or 1. */
export function toPayload(fields: readonly Field[], values: Values, formats: Formats): Record<string, Sent> {
  return Object.fromEntries(fields.map((field) => [field.name, sent(field, values[field.name], formats)]));
}

/** What one field sends; quantities are a list of what was taken, files one of their ids, picks one of values. */
type Sent = string | number | { id: string; number: number }[] | string[];

function sent({ kind }: Field, value: Values[string] | undefined, formats: Formats): Sent {
  if (kind === 'quantities') {
    return [...readAmounts(String(value ?? ''))].map(([id, number]) => ({ id, number }));
  }
  if (kind === 'files') return readFiles(String(value ?? '')).files.map(({ id }) => id);
  if (kind === 'picks') return readPicks(String(value ?? ''));
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') {
    if (kind === 'number' && value.trim() !== '') return readNumber(value, formats.currency.decimal);
    if (kind === 'datetime') return fromMoment(value, formats);
    return kind === 'password' ? value : value.trim();
  }
  return value ?? '';
}
