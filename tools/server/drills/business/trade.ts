import { type Operation, someOrder, type Weighted } from './operation.ts';

const AFTER_SALES = [11, 12, 14] as const;

const METHODS = ['balance', 'balance', 'credit', 'alipay', 'wechat'] as const;

const PARCEL = { carrier: '测试物流', tracking_no: 'T0009' } as const;

/** A cart of some goods as orders, with a coupon and a voucher now and then. @throws what the cart refuses */
const placeOrder: Operation = async ({ db, goods, dice }, { caller, company, address_id }) => {
  const wanted: Record<number, number> = {};
  for (let kind = dice(4); kind >= 0; kind -= 1) wanted[goods[dice(goods.length)] ?? 0] = 1 + dice(9);
  const params = Object.entries(wanted).map(([id, number]) => ({ goods_id: Number(id), number }));
  const { data, message } = await caller.call('cart.add', { body: { params } });
  if (!data?.ids) throw new Error(message);
  const held = await db
    .selectFrom('company_coupons')
    .where('company_id', '=', company)
    .where('purchase_id', 'is', null)
    .select('id')
    .executeTakeFirst();
  const voucher = await db
    .selectFrom('vouchers')
    .where('company_id', '=', company)
    .where('purchase_id', 'is', null)
    .select('id')
    .executeTakeFirst();
  return caller.call('order.create', {
    body: {
      ids: data.ids,
      address_id,
      ...(held && dice(3) === 0 ? { coupon_id: held.id } : {}),
      ...(voucher && dice(3) === 0 ? { voucher_ids: [voucher.id] } : {}),
    },
  });
};

const payOrder: Operation = async (market, { caller, company }) => {
  const { dice } = market;
  const id = await someOrder(market, [10, 15], company);
  if (id === undefined) return;
  const params = { order_id: String(id) };
  const method = METHODS[dice(METHODS.length)] ?? 'balance';
  const body = { method, use_balance: dice(2) as 0 | 1 };
  const { data } = await caller.call('pay.start', { params, body });
  const no = data?.redirect?.replace('/cashier/', '');
  if (!no || dice(5) === 0) return;
  if (dice(6) === 0) await caller.call('order.cancel', { params: { id } });
  const result = dice(8) === 0 ? 'closed' : 'paid';
  await caller.call('pay.sandboxPay', { params: { no }, body: { result } });
};

const cancelOrder: Operation = async (market, { caller, company }) => {
  const id = await someOrder(market, [10, 15, 30], company);
  if (id !== undefined) await caller.call('order.cancel', { params: { id } });
};

const payByTransfer: Operation = async (market, dealer) => {
  const { dice, staff } = market;
  const { caller, company } = dealer;
  const id = await someOrder(market, [10, 15], company);
  if (id === undefined) return;
  const params = { order_id: String(id) };
  await caller.call('pay.start', { params, body: { method: 'transfer', use_balance: dice(2) as 0 | 1 } });
  const { data } = await caller.call('pay.options', { params });
  const upload_id = await market.slip(dealer);
  const amount = (Math.round((data?.due ?? 0) * 100) + dice(3) * 100) / 100;
  const slip = { payer: '测试药店', amount, paid_on: '2026-11-01', upload_id };
  await caller.call('pay.transfer', { params, body: slip });
  if (dice(5) === 0) await caller.call('order.cancel', { params: { id } });
  const accepted = dice(6) === 0 ? 0 : 1;
  await staff.call('ops-order.confirmTransfer', { params: { id }, body: { accepted, reason: '没有到账' } });
};

/** A request to cancel, and one or two answers to it at once. */
const askToCancel: Operation = async (market, { caller, company }) => {
  const { dice, staff } = market;
  const id = await someOrder(market, [20, 30, 35], company);
  if (id === undefined) return;
  const params = { id };
  await caller.call('order.askCancel', { params, body: { reason: '不需要了' } });
  const accepted = dice(3) === 0 ? 0 : 1;
  const answers = [
    () => staff.call('ops-order.judgeCancel', { params, body: { accepted, reply: '已打包' } }),
    () => caller.call('order.withdrawCancel', { params }),
    () => staff.call('ops-order.close', { params, body: { reason: '买家不要了' } }),
    () => staff.call('ops-order.ship', { params, body: PARCEL }),
  ];
  await Promise.all([answers[dice(4)]?.(), dice(3) === 0 ? answers[dice(4)]?.() : undefined]);
};

const bookBalance: Operation = ({ staff, dice }, { company }) => {
  const kind = (['top_up', 'withdraw', 'gift'] as const)[dice(3)] ?? 'gift';
  const body = { kind, amount: (1 + dice(20_000)) / 100, memo: '人工登记' };
  return staff.call('ops-balance.book', { params: { id: company }, body });
};

const shipOrder: Operation = async (market) => {
  const { dice, staff } = market;
  const id = await someOrder(market, [30, 35]);
  if (id === undefined) return;
  const { data } = await staff.call('ops-order.detail', { params: { id } });
  const picked = data.picks[dice(Math.max(data.picks.length, 1))];
  if (!picked) return;
  if (dice(7) === 0) {
    const body = { line_id: picked.line_id, number: 1 + dice(picked.max) };
    await staff.call('ops-order.short', { params: { id }, body });
    return;
  }
  const body = { carrier: '测试物流', tracking_no: `T${id}0000` };
  const part = [{ id: picked.id, number: 1 + dice(picked.max) }];
  await staff.call('ops-order.ship', {
    params: { id },
    body: dice(3) === 0 ? { ...body, picks: part } : body,
  });
};

const confirmReceipt: Operation = async (market, { caller, company }) => {
  const id = await someOrder(market, [40], company);
  if (id !== undefined) await caller.call('order.confirm', { params: { id } });
};

const claim: Operation = async (market, { caller, company }) => {
  const { dice } = market;
  const order_id = await someOrder(market, [35, 40, 50], company);
  if (order_id === undefined) return;
  const { data } = await caller.call('return.choices', { params: { order_id } });
  const lines = data.lines.filter(() => dice(2) === 0).map(({ id, max }) => ({ id, number: 1 + dice(max) }));
  const body = { order_id, reason: '破损', lines };
  if (dice(4) === 0)
    await caller.call('after-sales.create', { body: { ...body, kind: AFTER_SALES[dice(3)] ?? 14 } });
  else await caller.call('return.create', { body: { ...body, kind: 1 + dice(3) } });
};

/** The next step of a claim: by its buyer, who sends the goods back or withdraws it, or by staff. */
const settleClaim: Operation = async ({ db, dice, staff }, { caller }) => {
  const open = await db
    .selectFrom('claims')
    .where('status', 'in', [10, 20, 30, 40])
    .limit(20)
    .select(['id', 'status', 'kind'])
    .execute();
  const chosen = open[dice(Math.max(open.length, 1))];
  if (!chosen) return;
  if (chosen.status === 20) {
    await db.updateTable('claims').set({ status: 30 }).where('id', '=', chosen.id).execute();
  }
  if (dice(12) === 0) await caller.call('return.cancel', { params: { id: chosen.id } });
  const accepted = dice(8) === 0 ? 0 : 1;
  const parcel = { carrier: '测试物流', tracking_no: 'T0000' };
  const body = { accepted, reply: '说明', amount: (1 + dice(500)) / 100, ...parcel } as const;
  await staff.call('ops-claim.judge', { params: { id: chosen.id }, body });
};

const repay: Operation = async ({ db, dice }, { caller, company }) => {
  const bills = await db
    .selectFrom('credit_bills')
    .where('company_id', '=', company)
    .limit(3)
    .select('id')
    .execute();
  const method = (['balance', 'alipay'] as const)[dice(2)] ?? 'balance';
  const bill_ids = bills.map(({ id }) => id);
  const { data } = await caller.call('pay.creditCreate', { body: { bill_ids, method } });
  if (!data?.no) return;
  const paid = await caller.call('pay.creditPay', { body: { no: data.no } });
  const no = paid.data?.redirect?.replace('/cashier/', '');
  if (no) await caller.call('pay.sandboxPay', { params: { no }, body: { result: 'paid' } });
};

/** Buying, paying, sending, giving back: what any wholesaler's day is made of. */
export const TRADE: Weighted = [
  [30, placeOrder],
  [28, payOrder],
  [6, cancelOrder],
  [8, payByTransfer],
  [12, askToCancel],
  [3, bookBalance],
  [24, shipOrder],
  [12, confirmReceipt],
  [14, claim],
  [30, settleClaim],
  [8, repay],
];
