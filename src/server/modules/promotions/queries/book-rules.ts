import { sql } from 'kysely';
import { LIVE_STATES, ORDER_STATE } from '#shop/domain/order-state.ts';
import type { BookRule } from '../../ledger/index.ts';

const { toShip, partlyShipped, toReceive, done } = ORDER_STATE;

const LIVE = sql.join(LIVE_STATES);

/** Rules on promotions, coupons, vouchers and teams that must hold between any two transactions. */
export const PROMOTION_RULES: readonly BookRule[] = [
  {
    name: 'an offer has sold what living orders and other channels took of it',
    broken: sql`
      SELECT 'offer ' || id || ': ' || sold AS what FROM promotion_goods
      WHERE sold <> elsewhere + (
        SELECT coalesce(sum(number), 0) FROM promotion_uses WHERE offer_id = promotion_goods.id AND live
      )`,
  },
  {
    name: 'a promotion has sold what living orders and other channels took of it',
    broken: sql`
      SELECT 'promotion ' || id || ': ' || sold AS what FROM promotions
      WHERE sold <> elsewhere + (
        SELECT coalesce(sum(number), 0) FROM promotion_uses
        WHERE promotion_id = promotions.id AND offer_id IS NULL AND live
      )`,
  },
  {
    name: 'only living orders take of promotions',
    broken: sql`
      SELECT 'use ' || promotion_uses.id AS what
      FROM promotion_uses JOIN orders ON orders.id = promotion_uses.order_id
      WHERE live <> (orders.status IN (${LIVE}))`,
  },
  {
    name: 'an order takes of an offer what its lines say',
    broken: sql`
      SELECT 'use ' || promotion_uses.id AS what FROM promotion_uses
      WHERE offer_id IS NOT NULL AND number <> (
        SELECT coalesce(sum(order_lines.number), 0) FROM order_lines
        WHERE order_lines.order_id = promotion_uses.order_id AND order_lines.offer_id = promotion_uses.offer_id
      )`,
  },
  {
    name: 'lines of one combination make whole sets',
    broken: sql`
      SELECT 'line ' || id AS what FROM order_lines WHERE set_no IS NOT NULL AND number % sets <> 0`,
  },
  {
    name: 'a coupon is used by a living purchase',
    broken: sql`
      SELECT 'coupon ' || company_coupons.id AS what FROM company_coupons
      WHERE purchase_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.purchase_id = company_coupons.purchase_id AND status IN (${LIVE}))`,
  },
  {
    name: 'a reduction by coupon has its coupon',
    broken: sql`
      SELECT 'order ' || id AS what FROM orders
      WHERE status IN (${LIVE}) AND coupon_fen > 0
        AND NOT EXISTS (SELECT 1 FROM company_coupons WHERE company_coupons.purchase_id = orders.purchase_id)`,
  },
  {
    name: 'coupons are counted as they are received',
    broken: sql`
      SELECT 'coupon ' || id AS what FROM coupons
      WHERE received <> (SELECT count(*) FROM company_coupons WHERE coupon_id = coupons.id AND company_coupons.received)`,
  },
  {
    name: 'coupons are counted as they are given out',
    broken: sql`
      SELECT 'coupon ' || coupons.id AS what FROM coupons LEFT JOIN coupon_counts ON coupon_counts.coupon_id = coupons.id
      WHERE coalesce(issued, 0) <> (SELECT count(*) FROM company_coupons WHERE company_coupons.coupon_id = coupons.id)`,
  },
  {
    name: 'a voucher is used by a living purchase',
    broken: sql`
      SELECT 'voucher ' || vouchers.id AS what FROM vouchers
      WHERE purchase_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.purchase_id = vouchers.purchase_id AND status IN (${LIVE}))`,
  },
  {
    name: 'vouchers cover what they took off',
    broken: sql`
      SELECT 'purchase ' || purchase_id AS what FROM orders WHERE voucher_fen > 0 AND status IN (${LIVE})
      GROUP BY purchase_id
      HAVING sum(voucher_fen) > (
        SELECT coalesce(sum(amount_fen), 0) FROM vouchers WHERE vouchers.purchase_id = orders.purchase_id
      )`,
  },
  {
    name: 'vouchers in hand are what the ledger says',
    broken: sql`
      SELECT 'company ' || company_id AS what FROM accounts
      WHERE kind = 'vouchers' AND balance <> (
        SELECT coalesce(sum(amount_fen), 0) FROM vouchers
        WHERE vouchers.company_id = accounts.company_id AND purchase_id IS NULL AND NOT is_void AND NOT is_expired
      )`,
  },
  {
    name: 'a team counts the stores that have paid',
    broken: sql`
      SELECT 'team ' || id AS what FROM teams
      WHERE stores <> (SELECT count(DISTINCT company_id) FROM team_places WHERE team_id = teams.id AND joined)`,
  },
  {
    name: 'no order of a team that failed is on its way',
    broken: sql`
      SELECT 'order ' || orders.id AS what FROM orders
      JOIN team_places ON team_places.order_id = orders.id JOIN teams ON teams.id = team_places.team_id
      WHERE teams.state <> 'filled' AND orders.status IN (${sql.join([toShip, partlyShipped, toReceive, done])})`,
  },
  {
    name: 'a cashback took back no more than it gave',
    broken: sql`
      SELECT 'company ' || company_id AS what FROM cashback_grants
      GROUP BY promotion_id, company_id HAVING sum(amount_fen) < 0`,
  },
];
