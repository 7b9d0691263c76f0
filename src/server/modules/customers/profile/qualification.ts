import type { Approval } from '../../identity/index.ts';

/** States of domain §1, and 证照过期: approved, but a needed certificate has expired. */
export const QUALIFICATIONS = {
  none: '未提交',
  pending: '待审核',
  approved: '已通过',
  rejected: '未通过',
  expired: '证照过期',
} as const;

export type Qualification = keyof typeof QUALIFICATIONS;

export function qualificationOf(
  { approval, qualified_until }: { approval: Approval; qualified_until: number | null },
  now: number,
): Qualification {
  const lapsed = approval === 'approved' && qualified_until !== null && qualified_until <= now;
  return lapsed ? 'expired' : approval;
}
