import type { Selectable } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, made, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { takePoints, USE_TYPE } from '../../ledger/index.ts';
import { giveVoucher } from '../../promotions/index.ts';
import type { PointsMallTables } from '../tables/points-mall.ts';
import { addressText, orderNo } from './order-values.ts';

type PointsGoodsRow = Selectable<PointsMallTables['points_goods']>;

/** Redeems points in the caller's transaction: takes pieces and points and grants the reward, all or nothing. */
export async function redeem(
  db: Db,
  member: Member,
  body: Calls['points.redeem']['body'],
  now: number,
): Promise<Answer<{ id: number }>> {
  const { companyId } = member;
  // The company's row is locked, so that concurrent redemptions count each other.
  await db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
  const goods = await takePieces(db, body.goods_id, body.number);
  if (!goods) return refuseField('goods_id', '已兑完，或库存不足');
  if (
    goods.member_limit !== null &&
    (await redeemedBy(db, companyId, goods.id)) + body.number > goods.member_limit
  ) {
    return refuseField('number', `每家限兑 ${goods.member_limit} 件`);
  }
  const address = goods.kind === 'goods' ? await addressText(db, companyId, body.address_id) : '';
  if (address === null) return refuseField('address_id', '请选择收货地址');
  const points = goods.points * body.number;
  const no = await orderNo(db, now);
  const memo = `积分兑换 ${goods.name}${body.number > 1 ? ` × ${body.number}` : ''}`;
  const paid = await takePoints(db, {
    companyId,
    points,
    useType: USE_TYPE.pointsRedeemed,
    memo,
    at: now,
    once: `points:redeem:${no}`,
  });
  if (!paid) return refuse('invalid', { message: `积分不足，需要 ${points} 积分` });
  await grantReward(db, goods, { companyId, number: body.number, now });
  const { id } = await db
    .insertInto('points_orders')
    .values({
      no,
      company_id: companyId,
      member_id: member.id,
      points_goods_id: goods.id,
      goods_id: goods.goods_id,
      kind: goods.kind,
      name: goods.name,
      number: body.number,
      points,
      state: goods.kind === 'goods' ? 'waiting' : 'done',
      address,
      created_at: now,
      ended_at: goods.kind === 'goods' ? null : now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made({ id }, goods.kind === 'goods' ? '兑换成功，等待发货' : '兑换成功，已放入您的账户');
}

/** Takes pieces from the stock of a good on sale; undefined when there are too few. */
function takePieces(db: Db, id: number, number: number): Promise<PointsGoodsRow | undefined> {
  return db
    .updateTable('points_goods')
    .set((eb) => ({ given: eb('given', '+', number) }))
    .where('id', '=', id)
    .where('on_sale', '=', true)
    .where((eb) => eb.or([eb('stock', 'is', null), eb(eb('given', '+', number), '<=', eb.ref('stock'))]))
    .returningAll()
    .executeTakeFirst();
}

async function redeemedBy(db: Db, companyId: number, goodsId: number): Promise<number> {
  const { number } = await db
    .selectFrom('points_orders')
    .where('company_id', '=', companyId)
    .where('points_goods_id', '=', goodsId)
    .where('state', '<>', 'cancelled')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('number'), eb.lit(0)).as('number'))
    .executeTakeFirstOrThrow();
  return number;
}

/** Grants a coupon or voucher for each piece; goods are shipped instead. */
async function grantReward(
  db: Db,
  { coupon_id, voucher_fen, name, days }: PointsGoodsRow,
  { companyId, number, now }: { companyId: number; number: number; now: number },
): Promise<void> {
  const endsAt = now + days * DAY;
  for (let piece = 0; piece < number; piece += 1) {
    if (coupon_id !== null) {
      await db
        .insertInto('company_coupons')
        .values({ coupon_id, company_id: companyId, starts_at: now, ends_at: endsAt })
        .execute();
    }
    if (voucher_fen !== null) {
      await giveVoucher(db, { companyId, name, amount: voucher_fen, startsAt: now, endsAt, now });
    }
  }
}
