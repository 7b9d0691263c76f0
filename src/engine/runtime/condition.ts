import type { Condition } from '#engine/generated/schemas.ts';
import { resolve } from './reference.ts';
import type { Scope } from './scope.ts';

type Tree = Exclude<Condition, string | boolean>;

/** Flags arrive as 0 / 1, and in addresses as text, so '0' is false; so is an empty list. */
function truthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== '0' && Boolean(value);
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** A number equals the text that spells it (`$query.page` is text); missing equals null. */
function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === undefined || left === null) return right === undefined || right === null;
  return typeof left !== typeof right && toNumber(left) === toNumber(right);
}

/** Below zero, zero, above zero; NaN when the two cannot be ordered. */
function order(left: unknown, right: unknown): number {
  const difference = toNumber(left) - toNumber(right);
  if (!Number.isNaN(difference) || typeof left !== 'string' || typeof right !== 'string') return difference;
  return left < right ? -1 : left > right ? 1 : 0;
}

const COMPARE: Record<'eq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in', (left: unknown, right: unknown) => boolean> =
  {
    eq: same,
    gt: (left, right) => order(left, right) > 0,
    gte: (left, right) => order(left, right) >= 0,
    lt: (left, right) => order(left, right) < 0,
    lte: (left, right) => order(left, right) <= 0,
    in: (left, right) => Array.isArray(right) && right.some((item) => same(left, item)),
  };

const OPERATORS: ReadonlySet<string> = new Set([...Object.keys(COMPARE), 'not', 'all', 'any']);

/** Whether a prop's value is a condition tree rather than a plain object. */
export function isConditionTree(value: unknown): value is Tree {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length === 1 && OPERATORS.has(keys[0] ?? '');
}

/** Whether a condition holds; one that is absent always does. Comparisons with what is missing are false. */
export function holds(condition: Condition | undefined, scope: Scope): boolean {
  if (condition === undefined) return true;
  if (typeof condition !== 'object') return truthy(resolve(condition, scope));
  if (condition.not !== undefined) return !holds(condition.not, scope);
  if (condition.all) return condition.all.every((part) => holds(part, scope));
  if (condition.any) return condition.any.some((part) => holds(part, scope));
  return Object.entries(COMPARE).every(([operator, compare]) => {
    const operands = condition[operator as keyof typeof COMPARE];
    return !operands || compare(resolve(operands[0], scope), resolve(operands[1], scope));
  });
}
