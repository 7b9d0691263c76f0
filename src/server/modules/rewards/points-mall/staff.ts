import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsPointsGoods, OpsPointsOrder } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { savedAnswer, saveRow } from '../../../kernel/audit/rows.ts';
import { nextPosition } from '../../../kernel/db/positions.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tallyAtMost } from '../../../kernel/db/tally.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { pointsOrder } from './answer.ts';
import { KIND_TEXTS, STATE_TEXTS } from './labels.ts';
import { readReward } from './options.ts';

const pointsOrdersPage = pageLink('order_jfdd');

type SaveAnswer = Promise<Answer<{ id: number }>>;

/** Everything in the points mall, on sale or not. */
export async function pointsGoodsForStaff(db: Db): Promise<OpsPointsGoods[]> {
  const rows = await db
    .selectFrom('points_goods')
    .leftJoin('goods', 'goods.id', 'points_goods.goods_id')
    .selectAll('points_goods')
    .select('goods.code')
    .orderBy('points_goods.position')
    .orderBy('points_goods.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    kind_text: KIND_TEXTS[row.kind],
    name: row.name,
    summary: row.summary,
    points: row.points,
    code: row.code ?? '',
    coupon_id: row.coupon_id,
    voucher: row.voucher_fen === null ? null : toYuan(row.voucher_fen),
    days: row.days,
    stock: row.stock,
    given: row.given,
    member_limit: row.member_limit,
    on_sale: row.on_sale,
    state_text: row.on_sale ? supplyText(row) : '下架',
  }));
}

const supplyText = ({ stock, given }: { stock: number | null; given: number }) =>
  stock !== null && given >= stock ? '已兑完' : '上架';

export async function savePointsGoods(
  db: Db,
  request: RequestContext,
  input: Calls['ops-points.save']['body'],
): SaveAnswer {
  const stock = input.stock ?? null;
  const reward = await readReward(db, input);
  if ('ok' in reward) return reward;
  const saved = await saveRow(db, request, {
    table: 'points_goods',
    subject: 'points_goods',
    key: input.id === undefined ? null : { id: input.id },
    gone: '这个积分商品已经不在了',
    refuse: (before) =>
      before && stock !== null && stock < before.given
        ? refuseField('stock', `已兑出 ${before.given}，库存不能更少`)
        : null,
    values: {
      kind: input.kind,
      name: input.name,
      summary: input.summary,
      points: input.points,
      ...reward,
      days: input.days,
      stock,
      member_limit: input.member_limit ?? null,
      on_sale: input.on_sale === 1,
    },
    onInsert: {
      position: await nextPosition(db, { table: 'points_goods', where: sql`true` }),
      created_at: request.now,
    },
    label: input.name,
    logged: ({ name, points, stock: left, on_sale }) => ({ name, points, stock: left, on_sale }),
  });
  return savedAnswer(saved);
}

/** As `points_orders_shown` has them: the oldest waiting one first, of the others the newest. */
const WAITING_FIRST = sql`CASE WHEN state = 'waiting' THEN points_orders.id ELSE -points_orders.id END`;

type OrderState = keyof typeof STATE_TEXTS;

/**
 * Orders of the points mall and prizes to send; waiting ones first, the oldest of them at the top. None is counted beyond
 * `MOST_COUNTED`.
 */
export async function pointsOrdersForStaff(
  db: Db,
  { status, page, pageSize }: Calls['ops-points.orders']['query'] & { pageSize: number },
) {
  const inState = (state?: OrderState) =>
    db
      .selectFrom('points_orders')
      .$if(state !== undefined, (query) => query.where('state', '=', state as OrderState));
  const { counts, totalOf } = await tallyAtMost<OrderState>(db, STATE_TEXTS, (state) =>
    inState(state).select('points_orders.id'),
  );
  const rows = await inState(status)
    .innerJoin('companies', 'companies.id', 'points_orders.company_id')
    .selectAll('points_orders')
    .select('companies.name as company')
    .$if(status === undefined, (query) =>
      query.orderBy(sql`state = 'waiting'`, 'desc').orderBy(WAITING_FIRST),
    )
    .$if(status !== undefined, (query) =>
      query.orderBy('points_orders.id', status === 'waiting' ? 'asc' : 'desc'),
    )
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    list: rows.map((row): OpsPointsOrder => ({ ...pointsOrder(row), company: row.company })),
    total: totalOf(status),
    page,
    page_size: pageSize,
    counts,
  };
}

/** Marks a waiting order as shipped, and sends its buyer a message. */
export async function shipPointsOrder(
  db: Db,
  request: RequestContext,
  id: number,
  input: Calls['ops-points.ship']['body'],
): SaveAnswer {
  const order = await db
    .selectFrom('points_orders')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  if (!order) return refuse('notFound', { message: '这张积分订单已经处理过了' });
  const address = input.address.trim() || order.address;
  if (address === '') return refuseField('address', '没有收货地址，请先联系会员后填写');
  const values = {
    state: 'shipped' as const,
    carrier: input.carrier,
    tracking_no: input.tracking_no,
    address,
    shipped_at: request.now,
  };
  await db.updateTable('points_orders').set(values).where('id', '=', id).execute();
  await record(db, request, {
    action: 'send',
    subject: 'points_order',
    id,
    label: `${order.no} ${order.name}`,
    after: { carrier: input.carrier, tracking_no: input.tracking_no },
  });
  if (order.member_id !== null) {
    await sendMessage(
      db,
      { audience: 'one', id: order.member_id },
      {
        kind: 'order',
        title: `积分订单已发货：${order.name}`,
        body: `${input.carrier} ${input.tracking_no}`,
        url: pointsOrdersPage(),
      },
      { author: null, now: request.now },
    );
  }
  return ok({ id }, '已发货');
}
