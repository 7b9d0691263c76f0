import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { GATEWAY_LABELS, isGateway } from '../../kernel/outside/payment-gateways/gateway.ts';
import { isSandbox } from '../../kernel/outside/payment-gateways/sandbox.ts';
import { DEMO_ELSEWHERE, ok, refuse } from '../../kernel/result/answer.ts';
import { describeCredit } from '../ledger/index.ts';
import { parseOrderIds } from '../orders/index.ts';
import { applyReport, findPayment, gatewayAmount } from './commands/apply-report.ts';
import { receiveReport } from './commands/receive-report.ts';
import { checkRepayment, createRepayment, payRepayment } from './commands/repay.ts';
import { startPayment } from './commands/start.ts';
import { submitTransfer } from './commands/submit-transfer.ts';
import { paymentOptions, sandboxPayment } from './queries/payment-options.ts';
import { repayMethods } from './rules/methods.ts';

const NO_SUCH_ORDER = { message: '订单不存在' };
const NO_SUCH_PAYMENT = { message: '支付单不存在' };

/** Payment (domain §5). */
export default defineRoutes({
  'user.user_credit': async ({ db, visitor, gateways, now }) =>
    ok({
      ...(await describeCredit(db, memberOf(visitor).companyId, now)),
      repay_methods: repayMethods(gateways),
    }),

  'pay.options': async (request) => {
    const { companyId } = memberOf(request.visitor);
    const ids = parseOrderIds(request.params.order_id);
    const options = await paymentOptions(request.db, companyId, ids, request);
    return options ? ok(options) : refuse('notFound', NO_SUCH_ORDER);
  },

  'pay.start': (request) =>
    request.transaction((db) => {
      const { companyId } = memberOf(request.visitor);
      const orderIds = parseOrderIds(request.params.order_id);
      return startPayment(db, { companyId, orderIds, body: request.body }, request);
    }),

  'pay.transfer': ({ transaction, visitor, params, body, now }) =>
    transaction((db) =>
      submitTransfer(db, memberOf(visitor).companyId, parseOrderIds(params.order_id), body, now),
    ),

  /** Notifications of the sandbox; real gateways use `webhooks.ts`. */
  'pay.notify': async ({ db, gateways, params, body, now, mayUseDemo }) => {
    if (!mayUseDemo) return refuse('forbidden', DEMO_ELSEWHERE);
    const gateway = await gateways.open(db, params.gateway);
    const report = gateway && isSandbox(gateway) ? gateway.parseNotification(body) : null;
    if (!report) return refuse('forbidden', { message: '签名不正确' });
    return receiveReport(db, params.gateway, report, now);
  },

  'pay.sandbox': async ({ db, visitor, params, mayUseDemo }) => {
    if (!mayUseDemo) return refuse('forbidden', DEMO_ELSEWHERE);
    const payment = await sandboxPayment(db, memberOf(visitor).companyId, params.no);
    return payment ? ok(payment) : refuse('notFound', NO_SUCH_PAYMENT);
  },

  /** The sandbox's buyer has paid or cancelled: its notification is verified and applied like a real one. */
  'pay.sandboxPay': ({ transaction, gateways, visitor, params, body, now, mayUseDemo }) =>
    transaction(async (db) => {
      if (!mayUseDemo) return refuse('forbidden', DEMO_ELSEWHERE);
      const { companyId } = memberOf(visitor);
      const payment = await findPayment(db, params.no);
      const gateway = payment?.company_id === companyId ? await gateways.open(db, payment.gateway) : null;
      if (!payment || !gateway || !isSandbox(gateway)) return refuse('notFound', NO_SUCH_PAYMENT);
      if (payment.state === 'closed') {
        return refuse('invalid', { message: '这笔付款已经关闭，请回到订单重新付款' });
      }
      const charge = { no: payment.no, amount: gatewayAmount(payment.amount_fen), state: body.result };
      const report = gateway.parseNotification(gateway.notification(charge));
      if (!report) throw new Error('the sandbox rejects its own notification');
      const taken = await applyReport(db, gateway.name, report, now);
      if (!taken.ok) return taken;
      const shown = await sandboxPayment(db, companyId, payment.no);
      return shown ? ok(shown) : refuse('notFound', NO_SUCH_PAYMENT);
    }),

  'pay.creditCreate': ({ transaction, gateways, visitor, body, now }) =>
    transaction(async (db) => {
      if (isGateway(body.method) && !gateways.offered.includes(body.method)) {
        return refuse('invalid', { message: `暂不支持${GATEWAY_LABELS[body.method]}还款` });
      }
      return createRepayment(db, memberOf(visitor), body, now);
    }),

  'pay.creditPay': ({ transaction, gateways, visitor, body, now }) =>
    transaction((db) => payRepayment(db, memberOf(visitor).companyId, body.no, { gateways, now })),

  'pay.creditCheck': async ({ db, visitor, body }) => {
    const repayment = await checkRepayment(db, memberOf(visitor).companyId, body.no);
    return repayment ? ok(repayment) : refuse('notFound', { message: '还款单不存在' });
  },
});
