import { ORDER_STATE } from '#shop/domain/order-state.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok, refuse } from '../../kernel/result/answer.ts';
import { lockOrder, notifyOrderChanged } from '../orders/index.ts';
import { confirmReceipt } from './commands/confirm-receipt.ts';
import { parcelsOf } from './queries/parcels.ts';

const NO_SUCH_ORDER = { message: '订单不存在' };

/** A buyer's calls about shipments. Orders are only found for the company that placed them. */
export default defineRoutes({
  'order.confirm': ({ transaction, visitor, params, site, now }) =>
    transaction(async (db) => {
      const order = await lockOrder(db, params.id, memberOf(visitor).companyId);
      if (!order) return refuse('notFound', NO_SUCH_ORDER);
      const refused = await confirmReceipt(db, order, { site, now, text: '已确认收货' });
      if (refused) return refused;
      await notifyOrderChanged(db, order.company_id);
      return ok({ status: ORDER_STATE.done }, '已确认收货');
    }),

  'order.logistics': async ({ db, visitor, params }) => {
    const order = await db
      .selectFrom('orders')
      .where('id', '=', params.id)
      .where('company_id', '=', memberOf(visitor).companyId)
      .select(['id', 'no'])
      .executeTakeFirst();
    if (!order) return refuse('notFound', NO_SUCH_ORDER);
    return ok({ ...order, parcels: await parcelsOf(db, order.id) });
  },
});
