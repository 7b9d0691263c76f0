import { asked, paid } from '../fulfilment.ts';
import { address, cartLine, order } from '../objects.ts';
import { defineRows, lists, type Maker, of } from '../rows.ts';

const received: Maker = {
  async make(owner, shop) {
    const id = await order.make(owner, shop);
    await shop.db
      .updateTable('orders')
      .set((eb) => ({ status: 40, paid_fen: eb.ref('payable_fen'), pay_before: null }))
      .where('id', '=', id)
      .execute();
    return id;
  },
  table: 'orders',
};

/** A payment that the sandbox's cashier waits for. */
const payment: Maker<string> = {
  async make(owner, shop) {
    const order_id = await order.make(owner, shop);
    await owner.browser.call('pay.start', {
      params: { order_id: String(order_id) },
      body: { method: 'alipay' },
    });
    const { no } = await shop.db
      .selectFrom('payments')
      .innerJoin('payment_parts', 'payment_parts.payment_id', 'payments.id')
      .where('payment_parts.order_id', '=', order_id)
      .select('no')
      .executeTakeFirstOrThrow();
    return no;
  },
  absent: 'ZF00000000',
};

export default defineRows({
  'order.create': [
    of(cartLine, (id, who) => ({ body: { ids: [id], address_id: who.addressId } })),
    of(address, async (id, who, shop) => ({
      body: { ids: [await cartLine.make(who, shop)], address_id: id },
    })),
  ],
  'order.list': lists(order, ({ list }) => list.map(({ id }) => id)),
  'order.detail': of(order, (id) => ({ params: { id } })),
  'order.cancel': of(order, (id) => ({ params: { id } })),
  'order.cancelEstimate': of(paid, (id) => ({ params: { id } })),
  'order.askCancel': of(paid, (id) => ({ params: { id }, body: { reason: '不需要了' } })),
  'order.withdrawCancel': of(asked, (id) => ({ params: { id } })),
  'order.confirm': of(received, (id) => ({ params: { id } })),
  'pay.options': of(order, (id) => ({ params: { order_id: String(id) } })),
  'pay.start': of(order, (id) => ({ params: { order_id: String(id) }, body: { method: 'alipay' } })),
  'pay.notify': {
    send: {
      params: { gateway: 'alipay' },
      body: { no: 'ZF00000000', amount: '1.00', state: 'paid', nonce: 'n', sign: 's' },
    },
    refuses: 403,
  },
  'pay.sandbox': of(payment, (no) => ({ params: { no } })),
  'pay.sandboxPay': of(payment, (no) => ({ params: { no }, body: { result: 'paid' } })),
});
