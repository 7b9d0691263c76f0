import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { insertRows } from '../../../kernel/seed/insert.ts';

/** The demo lottery stays open for this long, counted from the first start. */
const OPEN_DAYS = 730;

const RULES =
  '每家会员首次可抽 1 次，每天签到再得 1 次，每完成一笔订单再得 1 次，也可以用 200 积分换 1 次（最多 5 次）。积分、优惠券与现金券立即到账，自领取起 30 天内有效。实物奖品寄到默认收货地址，可在积分订单里查看。';

/** A lottery with prizes of every kind, after the coupons have been seeded. */
export async function seedLottery(db: Db, now: number): Promise<void> {
  const { id: lottery } = await db
    .insertInto('lotteries')
    .values({
      name: '会员幸运抽奖',
      rules: RULES,
      free_chances: 1,
      order_chances: 1,
      sign_chances: 1,
      points_cost: 200,
      starts_at: now - DAY,
      ends_at: now + OPEN_DAYS * DAY,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const coupon = await db
    .selectFrom('coupons')
    .select(['id', 'name'])
    .where('scope', '=', 'all')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const goods = await db
    .selectFrom('goods')
    .where('in_stock', '=', true)
    // Devices make good prizes, where there are any.
    .orderBy((eb) => eb('device_class', 'is', null))
    .orderBy('sales', 'desc')
    .orderBy('id')
    .select(['id', 'name'])
    .executeTakeFirst();
  const prizes = [
    { name: '88 积分', remarks: '可在积分商城兑换', kind: 'points', points: 88, weight: 30, stock: null },
    { name: '666 积分', remarks: '可在积分商城兑换', kind: 'points', points: 666, weight: 3, stock: 200 },
    {
      name: coupon.name,
      remarks: '放入我的优惠券，30 天内有效',
      kind: 'coupon',
      coupon_id: coupon.id,
      weight: 15,
      stock: 500,
    },
    {
      name: '20 元现金券',
      remarks: '放入我的现金券，30 天内有效',
      kind: 'voucher',
      voucher_fen: 2000,
      weight: 6,
      stock: 200,
    },
    ...(goods
      ? [
          {
            name: goods.name,
            remarks: '实物奖品，寄到默认收货地址',
            kind: 'goods',
            goods_id: goods.id,
            weight: 2,
            stock: 50,
          },
        ]
      : []),
    { name: '再来一次', remarks: '加一次抽奖机会', kind: 'again', weight: 12, stock: null },
    { name: '谢谢参与', remarks: '完成订单还可再抽', kind: 'none', weight: 40, stock: null },
  ];
  await insertRows(
    db,
    'lottery_prizes',
    prizes.map((prize, position) => ({
      coupon_id: null,
      goods_id: null,
      voucher_fen: null,
      points: 0,
      ...prize,
      lottery_id: lottery,
      position,
    })),
  );
}
