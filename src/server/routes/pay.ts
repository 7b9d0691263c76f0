import { ok, refuse } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { openGateway } from '../services/gateways/open.ts';
import { findPayment, takeNotification, wireAmount } from '../services/payments/notify.ts';
import { paymentOptions, sandboxPayment } from '../services/payments/read.ts';
import { startPayment } from '../services/payments/start.ts';
import { memberOf } from '../visitor.ts';

const NO_SUCH_ORDER = { message: '订单不存在' };
const NO_SUCH_PAYMENT = { message: '支付单不存在' };

/** Payment (domain §5). */
export default defineRoutes({
  'pay.options': async ({ db, visitor, params, now }) => {
    const options = await paymentOptions(db, memberOf(visitor).companyId, params.order_id, now);
    return options ? ok(options) : refuse('notFound', NO_SUCH_ORDER);
  },

  'pay.start': ({ transaction, visitor, params, body, site, now }) =>
    transaction((db) =>
      startPayment(
        db,
        { companyId: memberOf(visitor).companyId, orderId: params.order_id, body },
        { site, now },
      ),
    ),

  'pay.notify': ({ transaction, params, body, now }) =>
    transaction((db) => takeNotification(db, params.gateway, body, now)),

  'pay.sandbox': async ({ db, visitor, params }) => {
    const payment = await sandboxPayment(db, memberOf(visitor).companyId, params.no);
    return payment ? ok(payment) : refuse('notFound', NO_SUCH_PAYMENT);
  },

  /** The sandbox's buyer has paid or given up: the gateway sends its notification, as a real one would. */
  'pay.sandboxPay': ({ transaction, visitor, params, body, now }) =>
    transaction(async (db) => {
      const { companyId } = memberOf(visitor);
      const payment = await findPayment(db, params.no);
      const gateway = payment?.company_id === companyId ? await openGateway(db, payment.gateway) : null;
      if (!payment || !gateway) return refuse('notFound', NO_SUCH_PAYMENT);
      const notification = gateway.notification({
        no: payment.no,
        amount: wireAmount(payment.amount_fen),
        state: body.result,
      });
      const taken = await takeNotification(db, gateway.name, notification, now);
      if (!taken.ok) return taken;
      const shown = await sandboxPayment(db, companyId, payment.no);
      return shown ? ok(shown) : refuse('notFound', NO_SUCH_PAYMENT);
    }),
});
