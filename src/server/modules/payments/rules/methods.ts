import type { PaymentMethod } from '#generated/schemas.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import {
  GATEWAY_LABELS,
  type GatewayName,
  type Gateways,
  isGateway,
} from '../../../kernel/outside/payment-gateways/gateway.ts';
import type { CreditState } from '../../ledger/index.ts';

type Method = PaymentMethod['method'];

const NAMES: Record<Method, string> = {
  balance: '余额支付',
  credit: '账期支付',
  transfer: '对公转账',
  ...GATEWAY_LABELS,
};

const DESCRIPTIONS: Record<Method, string> = {
  balance: '从账户余额扣款，即时到账',
  credit: '先发货，到期还款',
  transfer: '转账至公司对公账户并上传凭证，确认到账后发货',
  alipay: '跳转至收银台付款',
  wechat: '跳转至收银台付款',
  unionpay: '跳转至收银台付款',
};

/** The label of a stored method; one that no longer exists is shown as it is. */
export function methodText(method: string): string {
  return isMethod(method) ? NAMES[method] : method;
}

/** Payment methods for repayments. */
export function repayMethods({ offered }: Pick<Gateways, 'offered'>): { value: string; label: string }[] {
  return (['balance', ...offered] as const).map((value) => ({ value, label: NAMES[value] }));
}

/** What decides which methods can be used. Money in fen. */
export interface MethodContext {
  due: number;
  balance: number;
  credit: CreditState;
  /** Ephedrine: company-account transfer only (domain §3). */
  hm: boolean;
  /** The gateways that the shop is configured with. */
  offered: readonly GatewayName[];
}

/** Every method, whether it can be used for these orders, and if not, why. */
export function methodsFor(context: MethodContext): PaymentMethod[] {
  return Object.keys(NAMES)
    .filter(isMethod)
    .filter((method) => !isGateway(method) || context.offered.includes(method))
    .map((method) => {
      const problem = methodProblem(method, context);
      const combined = problem === null ? null : withBalanceNote(method, context);
      return {
        method,
        name: NAMES[method],
        description: DESCRIPTIONS[method],
        usable: problem === null || combined !== null,
        reason: combined ?? problem,
        available: availableFor(method, context),
      };
    });
}

/** Why a method cannot pay the whole amount; `null` when it can. */
export function methodProblem(
  method: Method,
  { due, balance, credit, hm, offered }: MethodContext,
): string | null {
  if (hm) return method === 'transfer' ? null : '含麻订单仅支持对公转账';
  if (method === 'balance' && balance < due) {
    return balance > 0 ? `余额不足，可与其他方式组合，还差 ${formatFen(due - balance)}` : '余额不足';
  }
  if (isGateway(method) && !offered.includes(method)) return '暂不支持这种付款方式';
  return method === 'credit' ? creditProblem(credit, due) : null;
}

/** How a method can be combined with the balance when it does not suffice alone (domain §5); `null` when it cannot. */
function withBalanceNote(method: Method, context: MethodContext): string | null {
  const { due, balance } = context;
  if (method !== 'credit' || balance === 0 || balance >= due) return null;
  if (methodProblem(method, { ...context, due: due - balance }) !== null) return null;
  return `额度不足，须先用余额付 ${formatFen(balance)}`;
}

function creditProblem(credit: CreditState, due: number): string | null {
  if (!credit.enabled) return '未开通账期';
  if (credit.overdue) return '有逾期未还的账单';
  return credit.available < due ? '账期额度不足' : null;
}

function availableFor(method: Method, { balance, credit }: MethodContext): number | null {
  if (method === 'balance') return toYuan(balance);
  return method === 'credit' && credit.enabled ? toYuan(credit.available) : null;
}

function isMethod(method: string): method is Method {
  return Object.hasOwn(NAMES, method);
}
