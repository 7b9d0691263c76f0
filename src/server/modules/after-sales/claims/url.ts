import { type ClaimKind, familyOf } from '#shop/domain/claim.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';

const PAGES = {
  return: pageLink('order_wddd_returnInfo'),
  after_sales: pageLink('order_wddd_afterSalesInfo'),
};

/** URL of a claim's page for its buyer. */
export const claimUrl = ({ id, kind }: { id: number; kind: ClaimKind }): string =>
  PAGES[familyOf(kind)]({ id });
