import { sql } from 'kysely';
import { CLAIM_STATE, kindsOf } from '#shop/domain/claim.ts';
import { ORDER_STATE, RESERVING_STATES } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type BookRule, moduleRules } from './rule.ts';

const { unpaid, confirming, toReceive, done, closed } = ORDER_STATE;

const { refused, withdrawn } = CLAIM_STATE;

const UNPAID = sql.join([unpaid, confirming]);

/** Reserved stock belongs to orders that are placed and not yet wholly shipped. */
const OPEN = sql.join(RESERVING_STATES);

const RULES: readonly BookRule[] = [
  {
    name: 'reserved stock is what open orders hold',
    broken: sql`
      SELECT 'batch ' || batches.id || ': ' || batches.reserved || ' <> ' || coalesce(held.number, 0) AS what
      FROM batches LEFT JOIN (
        SELECT line_batches.batch_id, sum(line_batches.number - line_batches.shipped) AS number
        FROM line_batches JOIN order_lines ON order_lines.id = line_batches.line_id
        JOIN orders ON orders.id = order_lines.order_id AND orders.status IN (${OPEN})
        GROUP BY line_batches.batch_id
      ) AS held ON held.batch_id = batches.id
      WHERE batches.reserved <> coalesce(held.number, 0)`,
  },
  {
    name: 'what a company bought before is found by the good',
    broken: sql`
      SELECT 'line ' || coalesce(line.id, bought.line_id) AS what
      FROM (SELECT orders.company_id, order_lines.goods_id, order_lines.order_id, order_lines.id
        FROM order_lines JOIN orders ON orders.id = order_lines.order_id) AS line
      FULL JOIN bought_lines AS bought ON bought.line_id = line.id
      WHERE (bought.company_id, bought.goods_id, bought.order_id) IS DISTINCT FROM
        (line.company_id, line.goods_id, line.order_id)`,
  },
  {
    name: 'what a company was given is known among what it bought',
    broken: sql`
      SELECT 'line ' || coalesce(line.id, given.line_id) AS what
      FROM (SELECT orders.company_id, order_lines.id FROM order_lines JOIN orders ON orders.id = order_lines.order_id
        WHERE gift) AS line
      FULL JOIN bought_gifts AS given ON given.line_id = line.id
      WHERE given.company_id IS DISTINCT FROM line.company_id`,
  },
  {
    name: 'what a company paid and got back for its orders is known by time',
    broken: sql`
      SELECT 'ledger ' || coalesce(booked.id, stated.ledger_id) AS what
      FROM (SELECT ledger.id, orders.company_id, ledger.created_at, ledger.order_id,
          CASE sales.id WHEN to_account THEN amount ELSE -amount END AS change_fen
        FROM ledger JOIN orders ON orders.id = ledger.order_id
        JOIN accounts AS sales ON sales.kind = 'sales' AND sales.id IN (from_account, to_account)) AS booked
      FULL JOIN statement_entries AS stated ON stated.ledger_id = booked.id
      WHERE (stated.company_id, stated.created_at, stated.order_id, stated.change_fen) IS DISTINCT FROM
        (booked.company_id, booked.created_at, booked.order_id, booked.change_fen)`,
  },
  {
    name: 'every line is served whole',
    broken: sql`
      SELECT 'line ' || order_lines.id AS what FROM order_lines
      WHERE number - short <> (SELECT coalesce(sum(number), 0) FROM line_batches WHERE line_id = order_lines.id)`,
  },
  {
    name: 'what a line shipped and got back is what its batches and parcels say',
    broken: sql`
      SELECT 'line ' || order_lines.id AS what FROM order_lines
      WHERE (order_lines.shipped, order_lines.returned) <> (
          SELECT coalesce(sum(line_batches.shipped), 0), coalesce(sum(line_batches.returned), 0)
          FROM line_batches WHERE line_id = order_lines.id)
        OR shipped <> (SELECT coalesce(sum(number), 0) FROM parcel_lines WHERE line_id = order_lines.id)`,
  },
  {
    name: 'a closed or completed order has nothing left to send',
    broken: sql`
      SELECT 'order ' || orders.id AS what FROM orders JOIN order_lines ON order_lines.order_id = orders.id
      WHERE status IN (${toReceive}, ${done}) AND shipped + short <> order_lines.number
      GROUP BY orders.id`,
  },
  {
    name: 'an exchange or a resend sent as many units as were claimed',
    broken: sql`
      SELECT 'claim ' || claims.id AS what FROM claims
      WHERE sent_carrier <> '' AND (SELECT sum(number) FROM claim_lines WHERE claim_id = claims.id)
        IS DISTINCT FROM (SELECT sum(number) FROM claim_replacements WHERE claim_id = claims.id)`,
  },
  {
    name: 'an exchange changes the batches of a line, not its units',
    broken: sql`
      SELECT 'line ' || line_id AS what FROM line_batches GROUP BY line_id HAVING sum(exchanged) <> 0`,
  },
  {
    name: 'no batch came by exchange that was not sent for one, and none went that was not claimed',
    broken: sql`
      SELECT 'line ' || line_batches.line_id || ' batch ' || line_batches.batch_id AS what FROM line_batches
      WHERE exchanged > (
          SELECT coalesce(sum(number), 0) FROM claim_replacements AS sent
          WHERE sent.line_id = line_batches.line_id AND sent.batch_id = line_batches.batch_id)
        OR -exchanged > (
          SELECT coalesce(sum(claim_lines.number), 0) FROM claim_lines JOIN claims ON claims.id = claim_id
          WHERE claim_lines.line_id = line_batches.line_id AND claim_lines.batch_id = line_batches.batch_id
            AND sent_carrier <> '')`,
  },
  {
    name: 'lines add up to their order',
    broken: sql`
      SELECT 'order ' || orders.id AS what FROM orders JOIN (
        SELECT order_id, sum(amount_fen) AS goods, sum(manjian_fen) AS manjian, sum(coupon_fen) AS coupon,
          sum(set_fen) AS sets, sum(voucher_fen) AS voucher, sum(payable_fen) AS payable, sum(number) AS number, count(*) AS kinds
        FROM order_lines GROUP BY order_id
      ) AS lines ON lines.order_id = orders.id
      WHERE (goods_fen, manjian_fen, coupon_fen, set_fen, voucher_fen, payable_fen - shipping_fen, orders.number,
          orders.kinds)
        IS DISTINCT FROM (lines.goods, lines.manjian, lines.coupon, lines.sets, lines.voucher, lines.payable,
          lines.number, lines.kinds)`,
  },
  {
    name: 'what an order counts for towards free shipping is what its lines leave',
    broken: sql`
      SELECT 'order ' || orders.id AS what FROM orders
      WHERE support_fen <> (
        SELECT coalesce(sum(payable_fen - refunded_fen), 0) FROM order_lines WHERE order_id = orders.id AND NOT yx)`,
  },
  {
    name: 'no order is without lines',
    broken: sql`
      SELECT 'order ' || id AS what FROM orders
      WHERE NOT EXISTS (SELECT 1 FROM order_lines WHERE order_id = orders.id)`,
  },
  {
    name: 'a balance is the sum of its entries',
    broken: sql`
      SELECT 'account ' || accounts.id || ': ' || balance || ' <> ' || coalesce(sums.sum, 0) AS what
      FROM accounts LEFT JOIN (
        SELECT account_id, sum(change) AS sum FROM entries GROUP BY account_id
      ) AS sums ON sums.account_id = accounts.id
      WHERE company_id IS NOT NULL AND balance <> coalesce(sums.sum, 0)`,
  },
  {
    name: 'all accounts of a unit together are zero',
    broken: sql`
      SELECT unit || ': ' || sum(change) AS what FROM entries JOIN accounts ON accounts.id = account_id
      GROUP BY unit HAVING sum(change) <> 0`,
  },
  {
    name: 'what an order was paid is what the ledger received for it',
    broken: sql`
      SELECT 'order ' || orders.id AS what FROM orders, (SELECT id FROM accounts WHERE kind = 'sales') AS sales
      WHERE paid_fen - refunded_fen <>
        (SELECT coalesce(sum(amount), 0) FROM ledger WHERE order_id = orders.id AND to_account = sales.id) -
        (SELECT coalesce(sum(amount), 0) FROM ledger WHERE order_id = orders.id AND from_account = sales.id)`,
  },
  {
    name: 'an order gave back for its lines no more than it gave back or withheld at all',
    broken: sql`
      SELECT 'order ' || orders.id AS what FROM orders
      JOIN (SELECT order_id, sum(refunded_fen) AS refunded FROM order_lines GROUP BY order_id) AS lines
        ON lines.order_id = orders.id
      WHERE lines.refunded > orders.refunded_fen + orders.withheld_fen`,
  },
  {
    name: 'a closed order has given back all that it was paid, but for what is withheld',
    broken: sql`
      SELECT 'order ' || id AS what FROM orders WHERE status = ${closed} AND paid_fen <> refunded_fen + withheld_fen`,
  },
  {
    name: 'joint orders go on together',
    broken: sql`
      SELECT 'purchase ' || purchase_id AS what FROM orders WHERE joint GROUP BY purchase_id, hm
      HAVING bool_or(status IN (${UNPAID})) AND NOT bool_and(status IN (${UNPAID}))`,
  },
  {
    name: 'refunds of an order are what it gave back',
    broken: sql`
      SELECT 'order ' || orders.id AS what FROM orders
      WHERE refunded_fen <> (
        SELECT coalesce(sum(amount_fen), 0) FROM refunds WHERE order_id = orders.id AND NOT surplus)`,
  },
  {
    name: 'money set aside is what waits to be sent back',
    broken: sql`
      SELECT 'refunding' AS what
      WHERE (SELECT coalesce(sum(change), 0) FROM entries JOIN accounts ON accounts.id = account_id
          WHERE kind = 'refunding') <>
        (SELECT coalesce(sum(amount_fen), 0) FROM refunds WHERE state = 'waiting')`,
  },
  {
    name: 'a paid payment is booked, another is not',
    broken: sql`
      SELECT 'payment ' || id AS what FROM payments
      WHERE (CASE WHEN state = 'paid' THEN amount_fen ELSE 0 END) <>
        (SELECT coalesce(sum(amount), 0) FROM ledger WHERE payment_id = payments.id)`,
  },
  {
    name: 'credit in use is what bills leave open',
    broken: sql`
      SELECT 'company ' || company_id AS what FROM accounts
      WHERE kind = 'credit' AND -balance <> (
        SELECT coalesce(sum(amount_fen - repaid_fen - reduced_fen), 0) FROM credit_bills
        WHERE credit_bills.company_id = accounts.company_id
      )`,
  },
  {
    name: 'a claim asks for no more than its line was sent',
    broken: sql`
      SELECT 'line ' || order_lines.id AS what FROM order_lines
      WHERE shipped < (
        SELECT coalesce(sum(claim_lines.number), 0) FROM claim_lines JOIN claims ON claims.id = claim_id
        WHERE line_id = order_lines.id AND kind IN (${sql.join(kindsOf('return'))})
          AND status NOT IN (${refused}, ${withdrawn}))`,
  },
];

/** Result of the check: the breaches of each rule, empty when the books agree, and figures to compare over time. */
export interface Books {
  breaches: string[];
  /** Units in the warehouses, and units that orders took out of them: their sum never changes. */
  units: { inStock: number; reserved: number; delivered: number };
  /** Orders by state. */
  orders: Record<string, number>;
  /** Sum of all wallets, in fen. */
  walletsFen: number;
}

/** Checks stock, orders, money and promotions for consistency, in one snapshot. */
export function checkBooks(db: Db): Promise<Books> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const breaches: string[] = [];
      for (const { name, broken } of [...RULES, ...moduleRules]) {
        const { rows } = await broken.execute(trx);
        breaches.push(...rows.map(({ what }) => `${name}: ${what}`));
      }
      return { breaches, ...(await figures(trx)) };
    });
}

async function figures(db: Db): Promise<Omit<Books, 'breaches'>> {
  const stock = await db
    .selectFrom('batches')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('stock'), eb.lit(0)).as('inStock'),
      eb.fn.coalesce(eb.fn.sum<number>('reserved'), eb.lit(0)).as('reserved'),
    ])
    .executeTakeFirstOrThrow();
  const delivered = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('order_lines.shipped'), eb.lit(0)).as('number'))
    .executeTakeFirstOrThrow();
  const replaced = await db
    .selectFrom('claim_replacements')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('number'), eb.lit(0)).as('number'))
    .executeTakeFirstOrThrow();
  const states = await db
    .selectFrom('orders')
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .execute();
  const wallets = await db
    .selectFrom('accounts')
    .where('kind', '=', 'wallet')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('balance'), eb.lit(0)).as('fen'))
    .executeTakeFirstOrThrow();
  return {
    units: { ...stock, delivered: delivered.number + replaced.number },
    orders: Object.fromEntries(states.map(({ status, count }) => [String(status), count])),
    walletsFen: wallets.fen,
  };
}
