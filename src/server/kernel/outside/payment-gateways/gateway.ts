import { toFen } from '#shop/domain/money.ts';
import type { Db } from '../../db/schema.ts';

/** The online gateways that an order can be paid through. */
export type GatewayName = 'alipay' | 'wechat' | 'unionpay';

/** The gateways by name, with their labels. */
export const GATEWAY_LABELS: Record<GatewayName, string> = {
  alipay: '支付宝',
  wechat: '微信支付',
  unionpay: '银联支付',
};

/** Whether a payment method is an online gateway. */
export function isGateway(name: string): name is GatewayName {
  return Object.hasOwn(GATEWAY_LABELS, name);
}

/** A payment that a gateway is to collect. Money in fen. */
export interface Charge {
  no: string;
  /** Shown to the buyer on the gateway's payment page. */
  subject: string;
  amount: number;
  /** Path of this site to which the buyer is redirected afterwards. */
  returnPath: string;
  /** Seconds since 1970; the gateway accepts no payment from then on. */
  payBefore?: number | null;
}

/** The state of a charge as its gateway reported it, once the report is verified. Money in fen. */
export interface GatewayReport {
  no: string;
  amount: number;
  state: 'paid' | 'closed';
  /** The gateway's transaction id. */
  tradeNo: string | null;
}

/** The amount of a notification in fen; null when it is not yuan with at most two decimals, whoever signed it. */
export const parseAmount = (text: string): number | null =>
  /^\d{1,11}(\.\d{1,2})?$/.test(text) ? toFen(text) : null;

/** A refund of a paid charge. `no` identifies the refund and stays the same when it is retried. */
export interface RefundRequest {
  no: string;
  chargeNo: string;
  amount: number;
}

/** A payment gateway: a real one or the local sandbox. */
export interface Gateway {
  name: GatewayName;
  /** Starts a payment. @returns where the buyer pays: a URL of the gateway, or a path of this site */
  start(charge: Charge): Promise<{ redirect: string }>;
  /** Verifies and parses a notification. @returns null when it is not genuine, or not about a charge */
  parseNotification(message: Readonly<Record<string, string>>): GatewayReport | null;
  /** Queries the state of a charge. @returns null while it is neither paid nor closed */
  query(chargeNo: string): Promise<GatewayReport | null>;
  /**
   * Closes a charge, so that it can no longer be paid.
   * @returns whether it is closed; false while the gateway does not know it yet, or it is just being paid
   */
  close(chargeNo: string): Promise<boolean>;
  /** Refunds money; idempotent by the refund's `no`. @returns whether it is done */
  refund(refund: RefundRequest): Promise<boolean>;
}

/** The gateways that this shop is configured with. */
export interface Gateways {
  offered: readonly GatewayName[];
  /** They take no real money. */
  sandbox: boolean;
  /** The gateway of that name, or null when it is not offered. */
  open(db: Db, name: string): Promise<Gateway | null>;
}
