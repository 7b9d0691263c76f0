import { formatFen } from '../format.ts';
import { type Fen, toFen } from '../money.ts';
import type { Fields, Offer } from './promotion.ts';

/** A rule that makes no sense: which field of the form is wrong, and why, for staff. */
export class RuleProblem extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** An amount of money above zero. */
export function money(fields: Fields, field: string): Fen {
  const fen = amountOf(fields[field], field);
  if (fen <= 0) throw new RuleProblem(field, '金额须大于 0');
  return fen;
}

/** A whole number within bounds; `or` stands for a field left empty. */
export function whole(
  fields: Fields,
  field: string,
  { min, max, or }: { min: number; max: number; or?: number },
): number {
  const value = fields[field];
  const empty = value === undefined || value === null || value === '';
  if (empty && or !== undefined) return or;
  const number = empty ? Number.NaN : Number(value);
  if (!Number.isSafeInteger(number) || number < min || number > max) {
    throw new RuleProblem(field, `须为 ${min} 到 ${max} 的整数`);
  }
  return number;
}

/** One of the words that its field offers. */
export function oneOf<Word extends string>(fields: Fields, field: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === fields[field]);
  if (word === undefined) throw new RuleProblem(field, '请选择其中一项');
  return word;
}

export interface Tier {
  amount: Fen;
  gain: Fen;
}

const MOST_TIERS = 10;

/**
 * Tiers as staff write them, one a line: `满 200 减 10`, `200 减 10` or `200 10`, in yuan. Both figures must rise.
 */
export function tiers(fields: Fields, field: string): Tier[] {
  const lines = textOf(fields[field])
    .split(/[\n;；]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw new RuleProblem(field, '至少写一级，如 200 减 10');
  if (lines.length > MOST_TIERS) throw new RuleProblem(field, `最多 ${MOST_TIERS} 级`);
  const read = lines.map((line) => tierOf(line, field));
  for (const [index, tier] of read.entries()) {
    const before = read[index - 1];
    if (tier.gain > tier.amount) throw new RuleProblem(field, `优惠不能超过门槛：${lines[index]}`);
    if (before && (tier.amount <= before.amount || tier.gain <= before.gain)) {
      throw new RuleProblem(field, '各级的门槛与优惠须逐级升高');
    }
  }
  return read;
}

/** Two amounts and nothing else: a sign or a word that would be passed over might have meant something. */
const TIER = /^满?\s*[¥￥]?\s*(\d+(?:\.\d+)?)(?:\s*元?\s*[减返]|\s*元|\s)\s*[¥￥]?\s*(\d+(?:\.\d+)?)\s*元?$/;

function tierOf(line: string, field: string): Tier {
  const [, amount, gain] = TIER.exec(line) ?? [];
  if (amount === undefined || gain === undefined) {
    throw new RuleProblem(field, `看不懂“${line}”，请写成：200 减 10`);
  }
  const tier = { amount: amountOf(amount, field), gain: amountOf(gain, field) };
  if (tier.amount <= 0 || tier.gain <= 0) throw new RuleProblem(field, `金额须大于 0：${line}`);
  return tier;
}

/** The best tier that an amount meets (spec §9: a tier is met when the total reaches its amount). */
export function tierMet(list: readonly Tier[], amount: Fen): Tier | undefined {
  return list.findLast((tier) => amount >= tier.amount);
}

/** The next tier that an amount does not meet, with what is missing. */
export function tierAhead(list: readonly Tier[], amount: Fen): (Tier & { missing: Fen }) | null {
  const ahead = list.find((tier) => amount < tier.amount);
  return ahead ? { ...ahead, missing: ahead.amount - amount } : null;
}

/** `满 ¥200.00 减 ¥10.00` */
export function tierWords(list: readonly Tier[], verb: string): string[] {
  return list.map(({ amount, gain }) => `满 ${formatFen(amount)} ${verb} ${formatFen(gain)}`);
}

/** The goods of one role; @throws RuleProblem when there are fewer than `least`. */
export function goodsOf(
  offers: readonly Offer[],
  role: Offer['role'],
  least: number,
  what: string,
): readonly Offer[] {
  const found = offers.filter((offer) => offer.role === role);
  if (found.length < least) throw new RuleProblem('goods', `至少选择 ${least} 种${what}`);
  return found;
}

/** What was written; nothing for what is no text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function amountOf(value: unknown, field: string): Fen {
  try {
    return toFen(typeof value === 'number' ? value : textOf(value));
  } catch {
    throw new RuleProblem(field, '请填写金额');
  }
}
