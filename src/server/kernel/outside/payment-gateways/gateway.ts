import type { Db } from '../../db/schema.ts';

/** The online gateways that an order can be paid through. */
export type GatewayName = 'alipay' | 'wechat' | 'unionpay';

/** The gateways by name, with what buyers call them. */
export const GATEWAY_LABELS: Record<GatewayName, string> = {
  alipay: '支付宝',
  wechat: '微信支付',
  unionpay: '银联支付',
};

/** Whether a payment method is an online gateway. */
export function isGateway(name: string): name is GatewayName {
  return Object.hasOwn(GATEWAY_LABELS, name);
}

/** What a gateway is asked to collect. Money in fen. */
export interface Charge {
  no: string;
  /** What the buyer reads at the cashier's. */
  subject: string;
  amount: number;
  /** Path of this site to which the buyer comes back. */
  returnPath: string;
  /** Seconds; from then on the gateway takes nothing for it any more. */
  payBefore?: number | null;
}

/** What a gateway says about a charge, once it is known to be the gateway's own word. Money in fen. */
export interface Report {
  no: string;
  amount: number;
  state: 'paid' | 'closed';
  /** The gateway's own number of the payment. */
  tradeNo: string | null;
}

/** What is to be given back, of a charge that was paid. `no` stays the same when it is asked again. */
export interface GiveBack {
  no: string;
  chargeNo: string;
  amount: number;
}

/** A payment gateway. A real one and the local sandbox differ behind this only. */
export interface Gateway {
  name: GatewayName;
  /** Where the buyer pays: an address of the gateway, or a path of this site. */
  start(charge: Charge): Promise<{ redirect: string }>;
  /** Reads a notification. @returns null when it is not genuine, or says nothing about a charge */
  read(message: Readonly<Record<string, string>>): Report | null;
  /** Asks how a charge stands. @returns null while it is neither paid nor closed */
  query(chargeNo: string): Promise<Report | null>;
  /**
   * Ends a charge that nobody is to pay any more.
   * @returns whether it has ended; false while the gateway does not know it yet, or is just being paid
   */
  close(chargeNo: string): Promise<boolean>;
  /** Gives money back; asking again for the same refund does nothing more. @returns whether it is done */
  refund(refund: GiveBack): Promise<boolean>;
}

/** The gateways that this shop is set up with. */
export interface Gateways {
  offered: readonly GatewayName[];
  /** They take no real money. */
  sandbox: boolean;
  /** The gateway of that name, or null when it is not offered. */
  open(db: Db, name: string): Promise<Gateway | null>;
}
