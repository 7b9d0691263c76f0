import { monthsAhead } from './calendar.ts';

/** What the rule needs of the site's constants. */
interface NearExpiryTerms {
  constants: { trade: { nearExpiryMonths: number } };
}

/**
 * The last day (`YYYY-MM-DD`, Beijing) that counts as near expiry (domain §2 jxqzc): goods that expire on it or
 * before are marked so, and sold without a right to return them.
 * @param now seconds since 1970
 */
export function nearExpiryLimit(now: number, { constants }: NearExpiryTerms): string {
  return monthsAhead(now, constants.trade.nearExpiryMonths);
}

/** @param expires the day a batch, or the first batch of a good, expires; null where there is none */
export function isNearExpiry(expires: string | null, limit: string): boolean {
  return expires !== null && expires <= limit;
}
