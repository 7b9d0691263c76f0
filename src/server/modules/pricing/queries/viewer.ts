import type { SiteConfig } from '#generated/schemas.ts';
import type { Visitor } from '../../../kernel/http/visitor.ts';

/** What a visitor may see of goods, and whether they may buy: determined once per request. */
export interface Viewer {
  /** May see prices and stock. */
  seesPrices: boolean;
  /** Text in place of the price; null where prices are shown. */
  priceNotice: string | null;
  /** Why nothing can be bought; null when that depends on the good. */
  buyNotice: string | null;
  companyId: number | null;
  level: number;
  /** null: no limit. */
  scopes: readonly string[] | null;
}

/** domain §1: visitors and members who are not approved see a text in place of prices and stock. */
export function viewerOf(visitor: Visitor, { roles }: SiteConfig): Viewer {
  const nobody = { seesPrices: false, companyId: null, level: 1, scopes: null };
  if (visitor.role === 'visitor') {
    return { ...nobody, priceNotice: roles['member']?.notice ?? '', buyNotice: '登录后可购买' };
  }
  const { companyId, level, scopes } = visitor;
  if (visitor.role === 'member') {
    return { ...nobody, companyId, priceNotice: roles['approved']?.notice ?? '', buyNotice: '认证后可购买' };
  }
  return { seesPrices: true, priceNotice: null, buyNotice: null, companyId, level, scopes };
}
