import type { Calls } from '#generated/calls.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { changeRow } from '../../../kernel/audit/rows.ts';
import { isAnyOf } from '../../../kernel/db/any-of.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, type Refused, refuseField } from '../../../kernel/result/answer.ts';
import { stepsOf } from '../queries/goods-for-edit.ts';
import { type PriceStep, readSteps, stepsAsText } from '../rules/ladder-steps.ts';
import { levelProblem } from '../rules/level-prices.ts';

type GoodsInput = Calls['ops-goods.save']['body'];
type SaveAnswer = Promise<Answer<{ id: number }>>;

export const GONE = { message: '商品不存在' };

/** Saves zones, prices, ladder and limits of a good, and records the former values in the audit log. */
export async function saveGoods(db: Db, request: RequestContext, id: number, input: GoodsInput): SaveAnswer {
  const price = toFen(input.price);
  const ladder = readSteps(input.ladder);
  const levels = readSteps(input.levels);
  const cost_fen = await costToSave(db, id, input.cost);
  const saved = await changeRow(db, request, {
    table: 'goods',
    subject: 'goods',
    key: { id },
    gone: GONE.message,
    refuse: () => problemOf(db, input, { price, ladder, levels }),
    values: {
      price_fen: price,
      retail_fen: input.retail === undefined ? null : toFen(input.retail),
      cost_fen,
      ladder_type: input.ladder_type === 1 ? (1 as const) : (2 as const),
      yx: input.yx === 1,
      controlled: input.controlled === 1,
      dpby_number: input.dpby_number ?? null,
      min_number: input.min_number,
      cap_order: input.cap_order ?? null,
      cap_month: input.cap_month ?? null,
      origin: input.origin || null,
      grade: input.grade || null,
      standard: input.standard || null,
      device_class: input.device_class || null,
    },
    label: ({ code, name }) => `${code} ${name}`,
    logged: ({ price_fen, retail_fen, cost_fen, ...row }) => ({
      price: toYuan(price_fen),
      retail: retail_fen === null ? null : toYuan(retail_fen),
      cost: cost_fen === null ? null : toYuan(cost_fen),
      yx: row.yx,
      controlled: row.controlled,
      dpby_number: row.dpby_number,
      min_number: row.min_number,
      cap_order: row.cap_order,
      cap_month: row.cap_month,
      origin: row.origin,
      grade: row.grade,
      standard: row.standard,
      device_class: row.device_class,
    }),
    related: async () => ({
      before: await stepsOf(db, id),
      after: { ladder: asText(ladder), levels: asText(levels) },
    }),
  });
  if (!saved.ok) return saved;
  await replaceSteps(db, id, stepsIn(ladder), stepsIn(levels));
  return ok({ id }, '已保存');
}

/** Steps as read from the form; a text when they are wrong. */
type ReadSteps = ReturnType<typeof readSteps>;

const stepsIn = (steps: ReadSteps): PriceStep[] => (typeof steps === 'string' ? [] : steps);

async function problemOf(
  db: Db,
  input: GoodsInput,
  { price, ladder, levels }: { price: number; ladder: ReadSteps; levels: ReadSteps },
): Promise<Refused | null> {
  if (typeof ladder === 'string') return refuseField('ladder', ladder);
  if (typeof levels === 'string') return refuseField('levels', levels);
  const ladderFault = ladderProblem(ladder, price);
  if (ladderFault !== null) return refuseField('ladder', ladderFault);
  const levelFault = await levelProblem(db, levels, price);
  if (levelFault !== null) return refuseField('levels', levelFault);
  return input.cap_order !== undefined && input.cap_order < input.min_number
    ? refuseField('cap_order', '每单限购不能少于起购')
    : null;
}

const asText = (steps: ReadSteps) =>
  stepsAsText(stepsIn(steps).map(({ number, price }) => ({ number, price_fen: price })));

/**
 * Why a ladder is wrong (Chinese text), or null. A larger quantity must not cost more per unit (spec §9): prices fall,
 * and none is above the unit price.
 */
export function ladderProblem(ladder: readonly PriceStep[], price: number): string | null {
  for (const [index, step] of ladder.entries()) {
    if (step.price > price) return `${step.number} 起的价格高于单价`;
    const next = ladder[index + 1];
    if (next && next.price > step.price) return `${next.number} 的价格不应高于 ${step.number} 的`;
  }
  return null;
}

/** Replaces the ladder or the level prices of a good; null leaves them unchanged. */
export async function replaceSteps(
  db: Db,
  id: number,
  ladder: readonly PriceStep[] | null,
  levels: readonly PriceStep[] | null,
): Promise<void> {
  if (ladder) {
    await db.deleteFrom('ladder_steps').where('goods_id', '=', id).execute();
    const rows = ladder.map(({ number, price }) => ({ goods_id: id, number, price_fen: price }));
    if (rows.length > 0) await db.insertInto('ladder_steps').values(rows).execute();
  }
  if (levels) {
    await db.deleteFrom('level_prices').where('goods_id', '=', id).execute();
    const rows = levels.map(({ number, price }) => ({ goods_id: id, level: number, price_fen: price }));
    if (rows.length > 0) await db.insertInto('level_prices').values(rows).execute();
  }
}

/** Puts goods on sale or takes them off sale. */
export async function setGoodsOnSale(
  db: Db,
  request: RequestContext,
  ids: readonly number[],
  onSale: boolean,
): Promise<Answer<{ total: number }>> {
  const changed = await db
    .updateTable('goods')
    .set({ on_sale: onSale })
    .where(isAnyOf('id', ids))
    .where('on_sale', '<>', onSale)
    .returning(['id', 'code', 'name'])
    .execute();
  for (const { id, code, name } of changed) {
    await record(db, request, {
      action: onSale ? 'publish' : 'withdraw',
      subject: 'goods',
      id,
      label: `${code} ${name}`,
      before: { on_sale: !onSale },
      after: { on_sale: onSale },
    });
  }
  return ok({ total: changed.length }, `${changed.length} 个商品已${onSale ? '上架' : '下架'}`);
}

/** Whoever says nothing of the cost leaves it as it is; 0 is that nobody knows it. Locks the good. */
async function costToSave(db: Db, id: number, cost: number | undefined): Promise<number | null> {
  if (cost !== undefined) return cost === 0 ? null : toFen(cost);
  const row = await db
    .selectFrom('goods')
    .where('id', '=', id)
    .select('cost_fen')
    .forUpdate()
    .executeTakeFirst();
  return row?.cost_fen ?? null;
}
