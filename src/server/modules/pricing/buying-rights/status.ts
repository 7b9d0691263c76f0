import type { GoodsCard } from '#generated/schemas.ts';

/** What the state of a company's wish to buy a controlled good follows from. */
interface ControlledGoods {
  controlled: boolean;
  has_rights: unknown;
  /** The company's last request. */
  request: { state: 'pending' | 'approved' | 'rejected'; until: number | null } | null;
}

/**
 * How a company stands to a controlled good (domain §2): it may buy it, its request waits or was turned down, or what
 * it was given has run out. Null for goods that anybody may buy, and for who is not logged in.
 */
export function applyStatusOf(
  { controlled, has_rights, request }: ControlledGoods,
  { companyId }: { companyId: number | null },
  now: number,
): GoodsCard['apply_status'] {
  if (!controlled || companyId === null) return null;
  if (has_rights) return 'approved';
  if (!request) return 'none';
  if (request.state !== 'approved') return request.state;
  return request.until !== null && request.until <= now ? 'expired' : 'none';
}
