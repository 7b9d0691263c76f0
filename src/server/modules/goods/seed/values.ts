import { DAY } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import type { Random } from '../../../kernel/seed/random.ts';

const COUNTED = /(\d+)(粒|片|袋|支|丸|贴|只|条|包|瓶|板|人份)/g;
const MEASURED = /(\d+(?:\.\d+)?)(kg|g|ml)/;

/** How much a pack holds, and of what: `0.25g*24粒` is 24 粒, `100ml:0.6g` is 100 ml. */
function packSize(spec: string): { amount: number; of: string } {
  const counts = [...spec.matchAll(COUNTED)];
  if (counts.length > 0) {
    return { amount: counts.reduce((product, [, count]) => product * Number(count), 1), of: '件' };
  }
  const measured = MEASURED.exec(spec);
  if (!measured) return { amount: 1, of: '' };
  const kilograms = measured[2] === 'kg';
  return { amount: Number(measured[1]) * (kilograms ? 1000 : 1), of: kilograms ? 'g' : (measured[2] ?? '') };
}

const STRENGTH = /^(\d+(?:\.\d+)?)(mg|g|μg|%)/;

/** Strength of one piece, where the spec begins with it: `0.25g*24粒` is 0.25. */
function strength(spec: string): { amount: number; of: string } | null {
  const found = packSize(spec).of === '件' ? STRENGTH.exec(spec) : null;
  return found ? { amount: Number(found[1]), of: found[2] ?? '' } : null;
}

/** What a pack costs against the first one: more for more and for stronger, but less a piece. */
export function sizeFactor(spec: string, firstSpec: string): number {
  const [one, first] = [packSize(spec), packSize(firstSpec)];
  const [strong, firstStrong] = [strength(spec), strength(firstSpec)];
  const size = one.of === first.of ? (one.amount / first.amount) ** 0.88 : 1;
  const force =
    strong && firstStrong && strong.of === firstStrong.of ? (strong.amount / firstStrong.amount) ** 0.45 : 1;
  return Math.min(2.8, Math.max(0.4, size * force));
}

/**
 * Log-normal around the usual price, mostly by `maker`, so that one maker's packs keep their order; most prices end in
 * whole jiao, as they do in price lists.
 */
export function priceFen(median: number, maker: Random, chance: Random): number {
  const fen = median * 100 * Math.exp(0.24 * maker.normal() + 0.03 * chance.normal());
  const whole = chance.chance(0.65) ? Math.round(fen / 10) * 10 : Math.round(fen);
  return Math.max(50, whole);
}

/** What a wholesaler pays for it: 12 to 30 % below the price, so that a group-buy still earns; null for the few whose cost nobody entered. */
export function costFen(price: number, chance: Random): number | null {
  const cost = Math.max(1, Math.round(price * (0.7 + chance.next() * 0.18)));
  return chance.chance(0.02) ? null : cost;
}

/** EAN-13 with the in-store prefix 29, which no real product bears. */
export function barcode(id: number): string {
  const digits = `29${String((id * 7_368_787) % 10_000_000_000).padStart(10, '0')}`;
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Seconds since 1970 to `YYYY-MM-DD` in shop time, moved by whole days. */
export function dayAfter(now: number, days: number): string {
  return formatDate(now + days * DAY);
}
