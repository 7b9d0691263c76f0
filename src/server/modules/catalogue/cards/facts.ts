import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { ownPriceOf, type Sale, type Viewer } from '../../pricing/index.ts';
import { openSalesOf } from '../../promotions/index.ts';
import { type CompanyFacts, loadCompanyFacts } from './company-facts.ts';
import { loadSharedFacts, type SharedFacts } from './shared-facts.ts';

/** All facts of a good that its card needs, for one viewer at one moment. */
export interface CardFacts
  extends SharedFacts,
    Pick<CompanyFacts, 'favorite' | 'request' | 'in_cart' | 'last'> {
  /** Fen for one unit, before ladder and promotions. */
  base_fen: number;
  has_rights: boolean;
  /** Units that its own warehouse may sell. */
  stock: number;
  /** The batch that is sold first. */
  batch_number: string | null;
  /** The open sale with the lowest price. */
  spike: Sale | null;
}

/** Of a viewer who acts for no company. */
const NO_COMPANY = { favorite: false, in_cart: 0, right: null, request: null, last: null } as const;

/** The goods with these ids, in that order; those that do not exist any more are left out. */
export async function loadCardFacts(
  db: Db,
  ids: readonly number[],
  { companyId, level }: Viewer,
  now: number,
): Promise<CardFacts[]> {
  const [shared, own, sales] = await Promise.all([
    loadSharedFacts(db, ids),
    companyId === null ? null : loadCompanyFacts(db, companyId, ids),
    openSalesOf(db, ids, now),
  ]);
  const today = formatDate(now);
  return ids.flatMap((id) => {
    const facts = shared.get(id);
    if (!facts) return [];
    const { favorite, in_cart, right, request, last } = own?.get(id) ?? NO_COMPANY;
    const sellable = facts.batches.filter(({ expires }) => expires > today);
    return {
      ...facts,
      favorite,
      in_cart,
      request,
      last,
      batches: sellable,
      base_fen: ownPriceOf(facts, level),
      has_rights: right !== null && (right.until === null || right.until > now),
      stock: sellable.reduce((sum, { available }) => sum + available, 0),
      batch_number: sellable[0]?.batch_number ?? null,
      spike: sales.get(id) ?? null,
    };
  });
}
