import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';
import { type LastPrice, lastPrices } from '../../pricing/index.ts';

/** What is known of a good for one company. */
export interface CompanyFacts {
  companyId: number;
  favorite: boolean;
  /** Units in its cart. */
  in_cart: number;
  /** Its right to a controlled good; `until` (s) null is without end. */
  right: { until: number | null } | null;
  /** Its last application for a controlled good. */
  request: { state: 'pending' | 'approved' | 'rejected'; until: number | null } | null;
  last: LastPrice | null;
}

const ofCompany = ({ companyId }: CompanyFacts) => companyId;

const companyFacts = shareRows<string, CompanyFacts>({
  max: 20_000,
  from: {
    favorites: ofCompany,
    cart_lines: ofCompany,
    controlled_rights: ofCompany,
    controlled_requests: ofCompany,
    companies: ofCompany,
    orders: ofCompany,
  },
});

/** Goods id -> what is known of it for this company. */
export async function loadCompanyFacts(
  db: Db,
  companyId: number,
  goodsIds: readonly number[],
): Promise<Map<number, CompanyFacts>> {
  const keyOf = (goodsId: number) => `${companyId}/${goodsId}`;
  const found = await companyFacts(db, goodsIds.map(keyOf), async (_, keys) => {
    const missing = goodsIds.filter((id) => keys.includes(keyOf(id)));
    const rows = await selectFacts(db, companyId, missing);
    return new Map([...rows].map(([id, facts]) => [keyOf(id), facts]));
  });
  return new Map(
    goodsIds.flatMap((id) => {
      const facts = found.get(keyOf(id));
      return facts ? [[id, facts] as const] : [];
    }),
  );
}

async function selectFacts(
  db: Db,
  companyId: number,
  goodsIds: readonly number[],
): Promise<Map<number, CompanyFacts>> {
  const [last, { rows }] = await Promise.all([
    lastPrices(db, companyId, goodsIds),
    sql<Omit<CompanyFacts, 'last' | 'companyId'> & { goods_id: number }>`
      SELECT wanted.goods_id,
        EXISTS (SELECT FROM favorites
          WHERE favorites.company_id = ${companyId} AND favorites.goods_id = wanted.goods_id) AS favorite,
        (SELECT coalesce(sum(cart_lines.number), 0)::integer FROM cart_lines
          WHERE cart_lines.company_id = ${companyId} AND cart_lines.goods_id = wanted.goods_id) AS in_cart,
        (SELECT json_build_object('until', CASE WHEN bool_and(until IS NOT NULL) THEN max(until) END)
          FROM goods_rights
          WHERE goods_rights.company_id = ${companyId} AND goods_rights.goods_id = wanted.goods_id
          HAVING count(*) > 0) AS right,
        (SELECT json_build_object('state', state, 'until', until) FROM controlled_requests
          WHERE controlled_requests.company_id = ${companyId} AND controlled_requests.goods_id = wanted.goods_id
          ORDER BY controlled_requests.id DESC LIMIT 1) AS request
      FROM unnest(${[...goodsIds]}::integer[]) AS wanted (goods_id)`.execute(db),
  ]);
  return new Map(
    rows.map(({ goods_id, ...row }) => [goods_id, { ...row, companyId, last: last.get(goods_id) ?? null }]),
  );
}
