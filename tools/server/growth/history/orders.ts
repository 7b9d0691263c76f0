const DAY = 86_400;

/** Days over which the orders are spread, evenly. */
const DAYS = 3 * 365;

/** A message is kept for a year. */
const MESSAGE_DAYS = 365;

/** Lines of an order at most; it has one to so many. */
const LINES = 3;

/** The share of the buyer with the most orders, and how many a pharmacy may have at most after those days. */
const HEAVY = { every: 50, most: 2_000 };

/** One line in so many is of the best-selling good. */
const BEST_SELLER_EVERY = 50;

/** Orders of the past with all that hangs on them; most are done, the last days' are not. Needs `buyers`. */
export function orderStatements(orders: number, now: number): string[] {
  return [
    `CREATE TEMP TABLE shelf AS SELECT row_number() OVER (ORDER BY sales DESC, goods.id)::integer - 1 AS n, goods.id AS goods_id,
        goods.name, makers.name AS maker, spec, unit, price_fen, goods.warehouse_id, stocked.id AS batch_id
      FROM goods JOIN makers ON makers.id = maker_id
      JOIN (SELECT DISTINCT ON (goods_id, warehouse_id) id, goods_id, warehouse_id FROM batches WHERE available > 0
        ORDER BY goods_id, warehouse_id, available DESC) AS stocked
        ON stocked.goods_id = goods.id AND stocked.warehouse_id = goods.warehouse_id
      WHERE on_sale AND NOT controlled AND NOT hm`,
    'CREATE UNIQUE INDEX ON shelf (n)',
    'ANALYZE shelf',
    `CREATE TEMP TABLE placed AS SELECT i, i + (SELECT max(id) FROM orders) AS id, i + (SELECT max(id) FROM purchases) AS purchase_id,
        at, (${now} - at) / ${DAY} AS age,
        CASE WHEN i % ${HEAVY.every} = 0 AND i / ${HEAVY.every} > ${orders / HEAVY.every - HEAVY.most} THEN 0
          ELSE (i * 7919::bigint % (SELECT count(*) FROM buyers))::integer END AS buyer,
        CASE WHEN at > ${now - DAY} THEN (ARRAY[10, 20, 30, 30])[1 + i % 4]
          WHEN at > ${now - 3 * DAY} THEN (ARRAY[30, 40])[1 + i % 2]
          WHEN at > ${now - 6 * DAY} THEN 40
          ELSE (ARRAY[-10, -11, -12, 50])[least(4, 1 + i % 40)] END AS status
      FROM (SELECT i::integer, ${now} - 60 - (${orders} - i) * ${DAYS * DAY}::bigint / ${orders} AS at
        FROM generate_series(1, ${orders}) AS i) AS numbered`,
    `INSERT INTO purchases (id, company_id, member_id, created_at)
      SELECT purchase_id, company_id, member_id, at FROM placed JOIN buyers ON n = buyer`,
    `CREATE TEMP TABLE ordered AS SELECT ${LINES} * (i - 1) + k + (SELECT max(id) FROM order_lines) AS id, placed.id AS order_id,
        placed.status, placed.at, shelf.*, 5 + (i + k) % 20 AS number
      FROM placed, generate_series(1, ${LINES}) AS k
      JOIN shelf ON true
      WHERE k <= 1 + i % ${LINES} AND shelf.n = CASE WHEN k = 1 AND i % ${BEST_SELLER_EVERY / 2} = 0 THEN 0
        ELSE (i * 104729::bigint + k * 7919) % (SELECT count(*) FROM shelf) END`,
    `INSERT INTO order_lines (id, order_id, goods_id, name, maker, spec, unit, number, price_fen, amount_fen, manjian_fen,
        coupon_fen, payable_fen, shipped)
      SELECT id, order_id, goods_id, name, maker, spec, unit, number, price_fen, number * price_fen, 0, 0,
        number * price_fen, CASE WHEN status IN (40, 50) THEN number ELSE 0 END FROM ordered`,
    `INSERT INTO bought_lines (company_id, goods_id, order_id, line_id)
      SELECT buyers.company_id, goods_id, order_id, ordered.id FROM ordered JOIN placed ON placed.id = order_id
      JOIN buyers ON buyers.n = placed.buyer`,
    `INSERT INTO line_batches (line_id, batch_id, number, shipped)
      SELECT id, batch_id, number, CASE WHEN status IN (40, 50) THEN number ELSE 0 END FROM ordered`,
    `UPDATE batches SET stock = stock + 1000 + held.number, reserved = reserved + held.number
      FROM (SELECT batch_id, sum(number) AS number FROM ordered WHERE status IN (10, 20, 30) GROUP BY batch_id) AS held
      WHERE held.batch_id = batches.id`,
    `INSERT INTO orders (id, no, purchase_id, company_id, status, hm, warehouse_id, goods_fen, manjian_fen, coupon_fen,
        shipping_fen, payable_fen, paid_fen, refunded_fen, number, kinds, address_id, address_name, address_phone,
        address_region, address_detail, remark, pay_methods, pay_before, created_at, paid_at, shipped_at, done_at)
      SELECT placed.id, to_char(to_timestamp(at), 'YYMMDD') || lpad(placed.id::text, 10, '0'), purchase_id, company_id, status,
        i % 40 = 7, 1 + i % 2, goods_fen, 0, 0, 0, goods_fen, CASE WHEN is_paid THEN goods_fen ELSE 0 END,
        CASE status WHEN -12 THEN goods_fen ELSE 0 END, number, kinds, address_id, buyers.name, phone, region, detail, '',
        CASE WHEN is_paid THEN ARRAY[CASE i % 3 WHEN 0 THEN 'balance' ELSE 'alipay' END] ELSE '{}' END,
        CASE status WHEN 10 THEN ${now} + 3600 + i % 3600 END, at, CASE WHEN is_paid THEN at + 600 END,
        CASE WHEN status IN (40, 50) THEN least(at + ${DAY}, ${now}) END, CASE WHEN status = 50 THEN at + 5 * ${DAY} END
      FROM placed JOIN buyers ON n = buyer
      JOIN (SELECT order_id, sum(number * price_fen) AS goods_fen, sum(number) AS number, count(*) AS kinds
        FROM ordered GROUP BY order_id) AS lines ON lines.order_id = placed.id,
      LATERAL (SELECT status NOT IN (10, -10, -11) AS is_paid) AS payment`,
    `CREATE TEMP TABLE sent AS SELECT i, placed.id AS order_id, i + (SELECT max(id) FROM parcels) AS parcel_id, no, shipped_at,
        placed.status, done_at, member_id
      FROM placed JOIN orders ON orders.id = placed.id JOIN buyers ON n = buyer WHERE placed.status IN (40, 50)`,
    `INSERT INTO parcels (id, order_id, carrier, tracking_no, shipped_at, signed_at)
      SELECT parcel_id, order_id, '演示物流', 'YS' || no, shipped_at, CASE status WHEN 50 THEN shipped_at + ${DAY} END FROM sent`,
    `INSERT INTO parcel_lines (parcel_id, line_id, batch_id, number)
      SELECT parcel_id, ordered.id, batch_id, number FROM ordered JOIN sent USING (order_id)`,
    `INSERT INTO parcel_events (parcel_id, at, text)
      SELECT parcel_id, shipped_at + k * 3600, CASE k WHEN 0 THEN '已揽收' ELSE '正在派送' END FROM sent, generate_series(0, 1) AS k`,
    `INSERT INTO order_events (order_id, at, text)
      SELECT id, created_at, '订单已提交，等待付款' FROM orders JOIN placed USING (id)
      UNION ALL SELECT id, paid_at, '付款完成' FROM orders JOIN placed USING (id) WHERE paid_at IS NOT NULL
      UNION ALL SELECT order_id, shipped_at, '商品已发货' FROM sent`,
  ];
}

/** The money of those orders, booked; a balance is made the sum of its entries at the end. Needs `placed`. */
export function ledgerStatements(now: number): string[] {
  const shop = (kind: string) => `(SELECT id FROM accounts WHERE kind = '${kind}' AND company_id IS NULL)`;
  const of = (kind: string) =>
    `JOIN accounts AS own ON own.company_id = orders.company_id AND own.kind = '${kind}'`;
  const cutoff = `extract(epoch FROM make_timestamptz(extract(year FROM to_timestamp(${now}))::integer - 1, 1, 1, 0, 0, 0, 'Asia/Shanghai'))`;
  return [
    `CREATE TEMP TABLE paid AS SELECT orders.id, no, orders.company_id, paid_fen, paid_at, done_at, orders.status,
        i + (SELECT max(id) FROM payments) AS payment_id, pay_methods[1] AS method
      FROM orders JOIN placed USING (id) WHERE paid_fen > 0`,
    `INSERT INTO payments (id, no, company_id, gateway, amount_fen, state, trade_no, created_at, paid_at)
      SELECT payment_id, 'P' || no, company_id, 'alipay', paid_fen, 'paid', 'T' || no, paid_at - 60, paid_at
      FROM paid WHERE method = 'alipay'`,
    `INSERT INTO payment_parts (payment_id, order_id, amount_fen)
      SELECT payment_id, id, paid_fen FROM paid WHERE method = 'alipay'`,
    `INSERT INTO ledger (from_account, to_account, amount, use_type, order_id, payment_id, memo, created_at)
      SELECT ${shop('alipay')}, ${shop('sales')}, paid_fen, 2, id, payment_id, '订单 ' || no || ' 支付宝', paid_at
      FROM paid WHERE method = 'alipay'`,
    `INSERT INTO ledger (from_account, to_account, amount, use_type, order_id, memo, created_at)
      SELECT ${shop('bank')}, own.id, paid_fen, 1, NULL::integer, '账户充值', paid_at - 60
      FROM paid AS orders ${of('wallet')} WHERE method = 'balance'
      UNION ALL SELECT own.id, ${shop('sales')}, paid_fen, 2, orders.id, '订单 ' || no || ' 余额支付', paid_at
      FROM paid AS orders ${of('wallet')} WHERE method = 'balance'
      UNION ALL SELECT ${shop('sales')}, own.id, paid_fen, 3, orders.id, '订单 ' || no || ' 订单关闭退款', paid_at + 3600
      FROM paid AS orders ${of('wallet')} WHERE status = -12`,
    `INSERT INTO refunds (no, company_id, order_id, route, amount_fen, state, reason, created_at, done_at)
      SELECT 'R' || no, company_id, id, 'balance', paid_fen, 'done', '订单关闭', paid_at + 3600, paid_at + 3600
      FROM paid WHERE status = -12`,
    `INSERT INTO ledger (from_account, to_account, amount, use_type, order_id, once, memo, created_at)
      SELECT ${shop('points_fund')}, own.id, paid_fen / 100 + 1, 11, orders.id, 'points:order:' || orders.id, '订单 ' || no || ' 完成', done_at
      FROM paid AS orders ${of('points')} WHERE status = 50`,
    `INSERT INTO ledger (from_account, to_account, amount, use_type, once, memo, created_at)
      SELECT to_account, ${shop('points_fund')}, sum(amount), 12,
        'points:expire:' || company_id || ':' || extract(year FROM to_timestamp(${now})), '往年积分到期', ${now} - 200 * ${DAY}
      FROM ledger JOIN accounts ON accounts.id = to_account AND accounts.kind = 'points'
      WHERE ledger.use_type = 11 AND ledger.created_at < ${cutoff} GROUP BY to_account, company_id`,
    `INSERT INTO statement_entries (company_id, created_at, ledger_id, order_id, change_fen)
      SELECT orders.company_id, ledger.created_at, ledger.id, order_id, CASE to_account WHEN ${shop('sales')} THEN amount ELSE -amount END
      FROM ledger JOIN orders ON orders.id = order_id WHERE ${shop('sales')} IN (from_account, to_account)
      ON CONFLICT DO NOTHING`,
    `UPDATE accounts SET balance = sums.sum
      FROM (SELECT account_id, sum(change) AS sum FROM entries GROUP BY account_id) AS sums
      WHERE sums.account_id = accounts.id AND company_id IS NOT NULL AND balance <> sums.sum`,
  ];
}

/** What follows an order: messages, the log, invoices, claims, receipts. Needs `sent`. */
export function aftermathStatements(now: number): string[] {
  return [
    // Older ones are removed by the hour, as a shop that has been open for so long has done.
    `INSERT INTO messages (kind, title, body, url, audience, member_id, created_at)
      SELECT 'order', '订单 ' || no || ' 已发货', '演示物流', '/order/info/' || order_id, 'one', member_id, shipped_at FROM sent
      WHERE shipped_at > ${now - MESSAGE_DAYS * DAY}`,
    `INSERT INTO message_reads (member_id, message_id, read_at)
      SELECT member_id, id, created_at + 3600 FROM messages
      WHERE audience = 'one' AND created_at < ${now - 10 * DAY} ON CONFLICT DO NOTHING`,
    'TRUNCATE unread_messages',
    `INSERT INTO unread_messages (message_id, member_id)
      SELECT id, member_id FROM messages WHERE audience = 'one' AND NOT EXISTS (
        SELECT FROM message_reads WHERE message_id = messages.id AND message_reads.member_id = messages.member_id)`,
    `INSERT INTO audit_log (at, member_id, username, address, action, subject, subject_id, label, after)
      SELECT shipped_at, ops.id, ops.username, '127.0.0.1', 'ship', 'order', order_id::text, no, '{"carrier": "演示物流"}'
      FROM sent, (SELECT id, username FROM members WHERE is_staff LIMIT 1) AS ops`,
    `CREATE TEMP TABLE billed AS SELECT row_number() OVER () + (SELECT coalesce(max(id), 0) FROM invoices) AS id, sent.*,
        orders.company_id, orders.paid_fen
      FROM sent JOIN orders ON orders.id = order_id WHERE sent.status = 50 AND i % 8 = 1`,
    `INSERT INTO invoices (id, company_id, member_id, kind, title, tax_number, address, bank, email, amount_fen, state, number, created_at)
      SELECT id, company_id, member_id, 'normal', '某药房', '', '', '', 'fp@example.com', paid_fen,
        CASE WHEN done_at > ${now - 10 * DAY} THEN 'applied' ELSE 'issued' END, id::text, done_at FROM billed`,
    `INSERT INTO invoice_orders (invoice_id, order_id, amount_fen) SELECT id, order_id, paid_fen FROM billed`,
    `CREATE TEMP TABLE complaints AS SELECT row_number() OVER () + (SELECT max(id) FROM claims) AS id, sent.*, orders.company_id
      FROM sent JOIN orders ON orders.id = order_id WHERE sent.status = 50 AND i % 40 = 11`,
    `INSERT INTO claims (id, no, order_id, company_id, member_id, kind, status, reason, note, created_at, ended_at)
      SELECT id, 'S' || no, order_id, company_id, member_id, 14, CASE WHEN done_at > ${now - 8 * DAY} THEN 10 ELSE 50 END, '其他', '',
        done_at, CASE WHEN done_at > ${now - 8 * DAY} THEN NULL ELSE done_at + ${DAY} END FROM complaints`,
    `INSERT INTO claim_lines (claim_id, line_id, batch_id, number)
      SELECT complaints.id, ordered.id, batch_id, 1 FROM complaints JOIN ordered USING (order_id)`,
    `INSERT INTO claim_events (claim_id, at, text) SELECT id, done_at, '已提交' FROM complaints`,
    `INSERT INTO hm_receipts (order_id, company_id, status, due_at, sent_at, decided_at)
      SELECT orders.id, company_id, CASE WHEN orders.status = 50 THEN 50 ELSE 10 END, shipped_at + 15 * ${DAY},
        CASE WHEN orders.status = 50 THEN done_at END, CASE WHEN orders.status = 50 THEN done_at END
      FROM orders JOIN placed USING (id) WHERE hm AND orders.status IN (40, 50)`,
    `INSERT INTO points_orders (no, company_id, member_id, kind, name, number, points, state, created_at, ended_at)
      SELECT 'D' || sent.no, orders.company_id, member_id, 'goods', '杯子', 1, 100, 'done', sent.done_at, sent.done_at + ${DAY}
      FROM sent JOIN orders ON orders.id = order_id WHERE sent.status = 50 AND i % 50 = 13`,
    `INSERT INTO idempotency_keys (member_id, path, key, fingerprint, code, answer, created_at)
      SELECT member_id, '/api/order', md5(i::text), md5(i::text), 201, '{}', at
      FROM placed JOIN buyers ON n = buyer WHERE at > ${now - 2 * DAY}`,
  ];
}
