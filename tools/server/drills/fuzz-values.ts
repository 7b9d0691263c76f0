import type { JsonSchema } from '#server/kernel/http/contracts.ts';
import { type Dice, pick } from './dice.ts';

/** Texts that have broken servers before. */
const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '${7*7}',
  '<script>alert(1)</script>',
  '=cmd|" /C calc"!A0',
  '../../etc/passwd',
  'javascript:alert(1)',
  'a\0b',
  '\ud800',
  '\u202e药',
  '💊'.repeat(400),
  '%',
  '\\',
  '\r\nSet-Cookie: sid=1',
  'x'.repeat(5000),
  '2026-02-30',
  '9999-12-31',
  '2026-11-01',
  '13800138000',
  '阿莫西林',
] as const;

const NUMBERS = [
  0,
  -0,
  1,
  2,
  3,
  5,
  8,
  13,
  21,
  100,
  -1,
  0.005,
  1.5,
  999_999,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  1e18,
  1e308,
  -1e308,
  2 ** 53,
] as const;

/** Anything at all, whatever was asked for. */
export function anything(dice: Dice, depth = 0): unknown {
  const kind = dice(depth > 3 ? 4 : 7);
  if (kind === 0) return pick(dice, NUMBERS);
  if (kind === 1) return pick(dice, [true, false, null]);
  if (kind <= 3) return pick(dice, TEXTS);
  if (kind <= 5) return Array.from({ length: dice(4) }, () => anything(dice, depth + 1));
  return Object.fromEntries(
    Array.from({ length: dice(4) }, () => [pick(dice, TEXTS), anything(dice, depth + 1)]),
  );
}

const fieldsOf = (schema: JsonSchema) =>
  Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);

/** Mostly what the schema lets in, so that handlers are reached; now and then what it must not. */
function valueFor(schema: JsonSchema, dice: Dice, depth = 0): unknown {
  if (dice(14) === 0) return anything(dice, depth);
  const { type, minimum, maximum } = schema;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return pick(dice, schema['enum'] as unknown[]);
  if (type === 'integer' || type === 'number') {
    const edges = [minimum, maximum, ...NUMBERS].filter((edge) => typeof edge === 'number');
    return dice(4) === 0 ? pick(dice, edges) : 1 + dice(40);
  }
  if (type === 'boolean') return dice(2) === 0;
  if (type === 'array')
    return Array.from({ length: dice(4) }, () =>
      valueFor((schema['items'] ?? {}) as JsonSchema, dice, depth + 1),
    );
  if (type === 'object' || schema['properties'] !== undefined) return tableFor(schema, dice, depth);
  if (type === 'string') return textFor(schema, dice);
  return anything(dice, depth);
}

function textFor(schema: JsonSchema, dice: Dice): string {
  const examples = Array.isArray(schema['examples']) ? schema['examples'].map(String) : [];
  const length = Number(schema['maxLength'] ?? 100);
  const choices = [...examples, ...examples, 'x'.repeat(length), '药'.repeat(length), 'a1', String(dice(50))];
  return dice(3) === 0 ? pick(dice, TEXTS) : pick(dice, choices);
}

/** The fields of an object: what is required nearly always, the rest half of the time, and one too many now and then. */
export function tableFor(schema: JsonSchema, dice: Dice, depth = 0): Record<string, unknown> {
  const required = new Set((schema['required'] ?? []) as string[]);
  const table = Object.fromEntries(
    fieldsOf(schema).flatMap(([name, field]) =>
      dice(required.has(name) ? 30 : 2) === 0 && required.has(name)
        ? []
        : required.has(name) || dice(2) === 0
          ? [[name, valueFor(field, dice, depth + 1)]]
          : [],
    ),
  );
  return dice(25) === 0 ? { ...table, [pick(dice, TEXTS)]: anything(dice) } : table;
}
