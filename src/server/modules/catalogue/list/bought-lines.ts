import { type RawBuilder, sql } from 'kysely';

/**
 * The lines of all orders of a company, without what was given to it: `goods_id` and `order_id`, as a table to select from.
 * Found by the company, not by each of its orders.
 */
export const boughtLines = (companyId: number): RawBuilder<unknown> => sql`(
  SELECT goods_id, order_id FROM bought_lines
  WHERE company_id = ${companyId}
    AND line_id NOT IN (SELECT line_id FROM bought_gifts WHERE company_id = ${companyId}))`;
