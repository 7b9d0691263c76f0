import { sql } from 'kysely';
import type { GoodsAlert } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type CatalogueContext, cardsFor } from '../../catalogue/index.ts';
import type { AlertKind } from '../tables.ts';

const goodsPage = pageLink('list_info');

export const KIND_TEXT: Record<AlertKind, string> = { arrival: '到货提醒', price: '降价提醒' };

interface AlertRow {
  id: number;
  goods_id: number;
  kind: AlertKind;
  base_fen: number;
  created_at: number;
  fired_at: number | null;
}

/** Of these goods those for which an alert of the member waits -> the alert's id. */
export async function waitingAlerts(
  db: Db,
  memberId: number,
  kind: AlertKind,
  goodsIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; goods_id: number }>`
    SELECT id, goods_id FROM goods_alerts
    WHERE member_id = ${memberId} AND kind = ${kind} AND fired_at IS NULL
      AND goods_id = ANY(${goodsIds}::integer[])`.execute(db);
  return new Map(rows.map(({ id, goods_id }) => [goods_id, id]));
}

/** A page of a member's alerts, waiting ones first, with the current data of the goods. */
export async function listAlerts(
  asking: CatalogueContext,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ list: GoodsAlert[]; total: number }> {
  const { db } = asking;
  const { id } = memberOf(asking.visitor);
  const { total } = await db
    .selectFrom('goods_alerts')
    .where('member_id', '=', id)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const { rows } = await sql<AlertRow>`
    SELECT id, goods_id, kind, base_fen, created_at, fired_at FROM goods_alerts WHERE member_id = ${id}
    ORDER BY fired_at IS NOT NULL, coalesce(fired_at, created_at) DESC, id DESC
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  const ids = [...new Set(rows.map(({ goods_id }) => goods_id))];
  const cards = new Map((await cardsFor(asking, ids)).map((card) => [card.id, card]));
  const list = rows.flatMap((row): GoodsAlert[] => {
    const card = cards.get(row.goods_id);
    if (!card) return [];
    return [
      {
        id: row.id,
        goods_id: row.goods_id,
        kind: row.kind,
        kind_text: KIND_TEXT[row.kind],
        name: card.name,
        sccj: card.sccj,
        ypgg: card.ypgg,
        image: card.image,
        url: goodsPage({ id: card.id }),
        base_price: card.price === null ? null : toYuan(row.base_fen),
        price: card.price,
        stock_text: card.stock_text,
        state_text: row.fired_at === null ? '等待中' : '已提醒',
        waiting: row.fired_at === null ? 1 : 0,
        created_at: row.created_at,
        fired_at: row.fired_at,
      },
    ];
  });
  return { list, total };
}
