import { type CustomTypesConfig, types } from 'pg';

const { builtins } = types;

/**
 * A whole number of the database as a JavaScript number; beyond 2^53 it is a fault, never a rounded value.
 * Amounts are fen, so the bound is ninety trillion yuan.
 */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint is beyond what a number holds: ${text}`);
  return value;
}

const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [builtins.NUMERIC, Number],
  // A date has no zone: left as `2026-11-01`, it cannot slip by a day.
  [builtins.DATE, String],
]);

/** How values of the database are converted to JavaScript, the same on both engines. */
export const VALUE_TYPES: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) ||
    types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
