import type { SiteConfig } from '#generated/schemas.ts';
import type { Visitor } from '../../../kernel/http/visitor.ts';

/** What of a good somebody may see, and whether they may buy: decided once for a request. */
export interface Viewer {
  /** Prices and stock are shown. */
  priced: boolean;
  /** Stands where they are not. */
  priceNotice: string | null;
  /** Why nothing can be bought; null when that depends on the good. */
  buyNotice: string | null;
  companyId: number | null;
  level: number;
  /** null: no limit. */
  scopes: readonly string[] | null;
}

/** domain §1: visitors and members who are not approved see words in place of prices and stock. */
export function viewerOf(visitor: Visitor, { roles }: SiteConfig): Viewer {
  const nobody = { priced: false, companyId: null, level: 1, scopes: null };
  if (visitor.role === 'visitor') {
    return { ...nobody, priceNotice: roles['member']?.notice ?? '', buyNotice: '登录后可购买' };
  }
  const { companyId, level, scopes } = visitor;
  if (visitor.role === 'member') {
    return { ...nobody, companyId, priceNotice: roles['approved']?.notice ?? '', buyNotice: '认证后可购买' };
  }
  return { priced: true, priceNotice: null, buyNotice: null, companyId, level, scopes };
}
