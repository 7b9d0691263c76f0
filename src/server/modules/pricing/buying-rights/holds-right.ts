import { sql } from 'kysely';
import type { Value } from '../../../kernel/db/prepared-query.ts';

/** SQL: whether the company has a right to the controlled good of the row of `goods`; false without a company. */
export const holdsRight = (companyId: Value<number | null>, now: Value<number>) => sql<boolean>`EXISTS (
  SELECT FROM goods_rights WHERE goods_rights.goods_id = goods.id AND goods_rights.company_id = ${companyId}::integer
    AND (goods_rights.until IS NULL OR goods_rights.until > ${now}))`;
