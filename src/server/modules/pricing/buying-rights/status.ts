import type { GoodsCard } from '#generated/schemas.ts';

/** The facts that a company's application for a controlled good depends on. */
interface ControlledGoods {
  controlled: boolean;
  has_rights: unknown;
  /** The company's last request. */
  request: { state: 'pending' | 'approved' | 'rejected'; until: number | null } | null;
}

/**
 * State of a company's application for a controlled good (domain §2): approved, pending, rejected, expired or none.
 * Null for goods that anybody may buy, and for visitors who are not logged in.
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
