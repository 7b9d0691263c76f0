import { type Selectable, sql } from 'kysely';
import { formatFen } from '#shop/domain/format.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { memberPrice, openSales } from '../../pricing/index.ts';
import type { AlertKind } from '../tables.ts';

const goodsPage = pageLink('list_info');

/** Notes and alerts per transaction: the rows stay locked until their messages are written. */
const BATCH_SIZE = 100;

type Note = Pick<Selectable<Database['alert_notes']>, 'id' | 'goods_id' | 'company_id'>;

interface DueAlert {
  id: number;
  member_id: number;
  goods_id: number;
  kind: AlertKind;
  name: string;
  maker: string;
  base_fen: number;
  price_fen: number;
}

const LEVEL = sql<number>`(SELECT level FROM companies WHERE companies.id = goods_alerts.company_id)`;

/** The company's own price: its level's, or that of an open flash sale where it is lower. */
const companyPrice = (now: number) => sql`least(
  ${memberPrice(LEVEL)},
  (SELECT min(sale.price_fen) FROM ${openSales(now)} AS sale WHERE sale.goods_id = goods.id))`;

/**
 * Sends the alerts that are due: a good is in stock again, or costs less than when the alert was set. Only goods and
 * companies of which something was noted are looked at. Each alert is sent once, however many processes run this at the
 * same time. Returns the number of alerts sent.
 */
export async function fireAlerts(db: Db, now: number): Promise<number> {
  for (let sent = 0; ; ) {
    const { count, done } = await db.transaction().execute((trx) => fireBatch(trx, now));
    sent += count;
    if (done) return sent;
  }
}

/** Sends some; the notes go when their last alert is sent. */
async function fireBatch(db: Db, now: number): Promise<{ count: number; done: boolean }> {
  const { rows: notes } = await sql<Note>`
    SELECT id, goods_id, company_id FROM alert_notes WHERE due_at <= ${now}
    ORDER BY due_at, id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`.execute(db);
  if (notes.length === 0) return { count: 0, done: true };
  const count = await fireNoted(db, notes, now);
  if (count < BATCH_SIZE) {
    await sql`DELETE FROM alert_notes WHERE id = ANY(${notes.map(({ id }) => id)}::bigint[])`.execute(db);
  }
  return { count, done: count < BATCH_SIZE && notes.length < BATCH_SIZE };
}

/** Waits for alerts that another process is sending: it may fail, and has notes of its own. */
async function fireNoted(db: Db, notes: readonly Note[], now: number): Promise<number> {
  const goods = notes.flatMap(({ goods_id }) => goods_id ?? []);
  const companies = notes.flatMap(({ company_id }) => company_id ?? []);
  const { rows } = await sql<DueAlert>`
    SELECT goods_alerts.id, goods_alerts.member_id, goods_alerts.goods_id, goods_alerts.kind, goods.name,
      makers.name AS maker, base_fen, ${companyPrice(now)} AS price_fen
    FROM goods_alerts
    -- One by one: the database does not know how few are noted.
    JOIN LATERAL (SELECT * FROM goods WHERE goods.id = goods_alerts.goods_id OFFSET 0) AS goods ON true
    JOIN makers ON makers.id = goods.maker_id
    WHERE fired_at IS NULL AND goods.on_sale
      AND (goods_alerts.goods_id = ANY(${goods}::integer[]) OR goods_alerts.company_id = ANY(${companies}::integer[]))
      AND CASE kind WHEN 'arrival' THEN goods.in_stock ELSE ${companyPrice(now)} < base_fen END
    ORDER BY goods_alerts.id LIMIT ${BATCH_SIZE}
    FOR UPDATE OF goods_alerts`.execute(db);
  for (const due of rows) {
    await sendMessage(
      db,
      { audience: 'one', id: due.member_id },
      { kind: 'notice', topic: due.kind, ...alertText(due), url: goodsPage({ id: due.goods_id }) },
      { author: null, now },
    );
  }
  const ids = rows.map(({ id }) => id);
  await sql`UPDATE goods_alerts SET fired_at = ${now} WHERE id = ANY(${ids}::integer[])`.execute(db);
  return rows.length;
}

function alertText({ kind, name, maker, base_fen, price_fen }: DueAlert): { title: string; body: string } {
  if (kind === 'arrival') {
    return {
      title: `到货提醒：${name}`,
      body: `您等待的 ${name}（${maker}）已经到货，数量有限，请尽快下单。`,
    };
  }
  const body = `您关注的 ${name}（${maker}）从 ${formatFen(base_fen)} 降到 ${formatFen(price_fen)}。`;
  return { title: `降价提醒：${name}`, body };
}
