import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsLottery, OpsPrize } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { savedAnswer, saveRow } from '../../../kernel/audit/rows.ts';
import { nextPosition } from '../../../kernel/db/positions.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { STATE_TEXTS, stateOf } from '../../promotions/index.ts';
import { readReward } from '../points-mall/options.ts';
import { canBeDrawn, overlapOf, prizeProblem } from './publish.ts';

type SaveAnswer = Promise<Answer<{ id: number }>>;

const KINDS: Readonly<Record<string, string>> = {
  goods: '实物',
  points: '积分',
  coupon: '优惠券',
  voucher: '现金券',
  again: '再来一次',
  none: '谢谢参与',
};

/** All lotteries, the newest first, with their prizes and the present odds of each. */
export async function lotteriesForStaff(db: Db, now: number): Promise<OpsLottery[]> {
  const lotteries = await db.selectFrom('lotteries').selectAll().orderBy('id', 'desc').execute();
  const prizes = await db
    .selectFrom('lottery_prizes')
    .leftJoin('goods', 'goods.id', 'lottery_prizes.goods_id')
    .selectAll('lottery_prizes')
    .select('goods.code')
    .orderBy('lottery_prizes.position')
    .execute();
  const drawn = await db
    .selectFrom('lottery_records')
    .select((eb) => ['lottery_id', eb.fn.countAll<number>().as('total')])
    .groupBy('lottery_id')
    .execute();
  const totals = new Map(drawn.map(({ lottery_id, total }) => [lottery_id, total]));
  return lotteries.map((row) => {
    const { withdrawn, ...lottery } = row;
    const own = prizes.filter(({ lottery_id }) => lottery_id === lottery.id);
    const live = own.filter(canBeDrawn);
    const weights = live.reduce((sum, { weight }) => sum + weight, 0);
    return {
      ...lottery,
      state_text: withdrawn ? '未开放' : STATE_TEXTS[stateOf(lottery, now)],
      published: withdrawn ? 0 : 1,
      overlap: overlapOf(row, lotteries, now),
      drawn: totals.get(lottery.id) ?? 0,
      prizes: own.map((prize): OpsPrize => {
        const left = prize.stock === null ? null : prize.stock - prize.given;
        const leftText = left === null ? '不限' : `剩 ${left}`;
        const share = live.includes(prize) ? (prize.weight * 100) / weights : 0;
        return {
          id: prize.id,
          name: prize.name,
          remarks: prize.remarks,
          kind: prize.kind,
          kind_text: KINDS[prize.kind] ?? '',
          code: prize.code ?? '',
          points: prize.points > 0 ? prize.points : null,
          coupon_id: prize.coupon_id,
          voucher: prize.voucher_fen === null ? null : toYuan(prize.voucher_fen),
          days: prize.coupon_days,
          weight: prize.weight,
          stock: prize.stock,
          given: prize.given,
          left_text: prize.withdrawn ? '已停发' : leftText,
          share: `${share.toFixed(1)}%`,
          withdrawn: prize.withdrawn,
        };
      }),
    };
  });
}

/** Creates a lottery as a draft, which staff publish once it has prizes, or changes one. */
export async function saveLottery(
  db: Db,
  request: RequestContext,
  input: Calls['ops-lottery.save']['body'],
): SaveAnswer {
  if (input.ends_at <= input.starts_at) return refuseField('ends_at', '结束应晚于开始');
  const { id, ...rest } = input;
  const saved = await saveRow(db, request, {
    table: 'lotteries',
    subject: 'lottery',
    key: id === undefined ? null : { id },
    gone: '这个抽奖已经不在了',
    values: { ...rest, points_cost: input.points_cost ?? null },
    onInsert: { withdrawn: true },
    label: input.name,
  });
  return savedAnswer(saved, '已新增，加好奖品后开放');
}

/**
 * Creates or changes a prize of a lottery. Its stock cannot fall below what was given, and an open lottery must keep a
 * prize that can be drawn. Run it in a transaction: a refusal must be rolled back.
 */
export async function savePrize(
  db: Db,
  request: RequestContext,
  lottery: number,
  input: Calls['ops-lottery.prize']['body'],
): SaveAnswer {
  const known = await db
    .selectFrom('lotteries')
    .select(['name', 'withdrawn'])
    .where('id', '=', lottery)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return refuse('notFound', { message: '这个抽奖已经不在了' });
  if (input.kind === 'points' && input.points === undefined) return refuseField('points', '请填写积分');
  const stock = input.stock ?? null;
  const reward = await readReward(db, input);
  if ('ok' in reward) return reward;
  const siblings = { table: 'lottery_prizes', where: sql`lottery_id = ${lottery}` } as const;
  const saved = await saveRow(db, request, {
    table: 'lottery_prizes',
    subject: 'lottery_prize',
    key: input.id === undefined ? null : { id: input.id, lottery_id: lottery },
    gone: '这个奖品已经不在了',
    refuse: (before) =>
      before && stock !== null && stock < before.given
        ? refuseField('stock', `已发出 ${before.given}，数量不能更少`)
        : null,
    values: {
      name: input.name,
      remarks: input.remarks,
      kind: input.kind,
      points: input.kind === 'points' ? (input.points ?? 0) : 0,
      ...reward,
      coupon_days: input.days,
      weight: input.weight,
      stock,
      withdrawn: input.withdrawn === 1,
    },
    onInsert: { lottery_id: lottery, position: await nextPosition(db, siblings) },
    label: `${known.name}：${input.name}`,
    logged: ({ name, kind, weight, stock: left, withdrawn }) => ({
      name,
      kind,
      weight,
      stock: left,
      withdrawn,
    }),
  });
  if (!saved.ok) return saved;
  const wasLive = !known.withdrawn && saved.before !== undefined && canBeDrawn(saved.before);
  const empty = wasLive ? await prizeProblem(db, lottery) : null;
  if (empty !== null) return refuse('invalid', { message: `${empty}，请先撤下抽奖` });
  return savedAnswer(saved);
}
