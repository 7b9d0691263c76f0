/** The online gateways that an order can be paid through. */
export type GatewayName = 'alipay' | 'wechat' | 'unionpay';

/** What a gateway is asked to collect. Money in fen. */
export interface Charge {
  no: string;
  orderNo: string;
  amount: number;
}

/** What a gateway reports about a charge, as it came over the wire. `amount` in yuan with two decimals. */
export interface Notification {
  no: string;
  amount: string;
  state: 'paid' | 'closed';
  nonce: string;
  sign: string;
}

/** A payment gateway. A real one and the local sandbox differ in this only. */
export interface Gateway {
  name: GatewayName;
  /** What the buyer reads. */
  label: string;
  /** Where the buyer pays: an address of the gateway, or a path of this site. */
  start(charge: Charge): Promise<{ redirect: string }>;
  /** Whether the notification is the gateway's own. */
  verify(notification: Notification): boolean;
}
