import type { Selectable } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { givePoints, USE_TYPE } from '../../ledger/index.ts';
import { giveVoucher } from '../../promotions/index.ts';
import { addressText, orderNo } from '../points-mall/order-values.ts';
import type { LotteryTables, PrizeKind } from '../tables/lottery.ts';
import { giveChances } from './chances.ts';

type Prize = Selectable<LotteryTables['lottery_prizes']>;

interface DrawContext {
  lottery: Selectable<LotteryTables['lotteries']>;
  member: Member;
  now: number;
}

/** How a prize of each kind is awarded, in the transaction of the draw (domain §3). */
const BY_KIND: Record<PrizeKind, (db: Db, prize: Prize, context: DrawContext) => Promise<void>> = {
  async points(db, prize, { lottery, member, now }) {
    await givePoints(db, {
      companyId: member.companyId,
      points: prize.points,
      useType: USE_TYPE.gift,
      memo: `${lottery.name}：${prize.name}`,
      at: now,
    });
  },
  async coupon(db, prize, { member, now }) {
    if (prize.coupon_id === null) return;
    await db
      .insertInto('company_coupons')
      .values({
        company_id: member.companyId,
        coupon_id: prize.coupon_id,
        starts_at: now,
        ends_at: now + prize.coupon_days * DAY,
      })
      .execute();
  },
  async voucher(db, prize, { member, now }) {
    if (prize.voucher_fen === null) return;
    await giveVoucher(db, {
      companyId: member.companyId,
      name: prize.name,
      amount: prize.voucher_fen,
      startsAt: now,
      endsAt: now + prize.coupon_days * DAY,
      now,
    });
  },
  /** Shipped as an order of the points mall, to the company's default address. */
  async goods(db, prize, { member, now }) {
    await db
      .insertInto('points_orders')
      .values({
        no: await orderNo(db, now),
        company_id: member.companyId,
        member_id: member.id,
        goods_id: prize.goods_id,
        kind: 'prize',
        name: prize.name,
        number: 1,
        points: 0,
        state: 'waiting',
        address: (await addressText(db, member.companyId, undefined)) ?? '',
        created_at: now,
      })
      .execute();
  },
  async again(db, _prize, { lottery, member }) {
    await giveChances(db, { lottery, companyId: member.companyId }, 1);
  },
  async none() {},
};

/** Awards a prize to the member's company. Run it in the transaction of the draw. */
export function awardPrize(db: Db, prize: Prize, context: DrawContext): Promise<void> {
  return BY_KIND[prize.kind](db, prize, context);
}
