import { sql } from 'kysely';

/** Whether the company may buy the row of `goods` where that is controlled; nobody's company may not. */
export const holdsRight = (companyId: number | null, now: number) => sql<boolean>`EXISTS (
  SELECT FROM goods_rights WHERE goods_rights.goods_id = goods.id AND goods_rights.company_id = ${companyId}::integer
    AND (goods_rights.until IS NULL OR goods_rights.until > ${now}))`;
