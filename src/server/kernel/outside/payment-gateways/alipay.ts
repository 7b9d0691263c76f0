import { AlipaySdk } from 'alipay-sdk';
import { formatDateTime } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { type Gateway, type GatewayReport, parseAmount } from './gateway.ts';

/** The shop's account at Alipay. Keys are PEM or bare base64; `gateway` overrides Alipay's URL. */
export interface AlipaySettings {
  appId: string;
  privateKey: string;
  alipayPublicKey: string;
  /** The account that receives the money; notifications for another are rejected. */
  sellerId?: string;
  gateway?: string;
}

/** Milliseconds for one request to Alipay. */
const TIMEOUT = 10_000;

/**
 * Alipay's 电脑网站支付: the buyer pays on Alipay's page, Alipay sends a signed notification, and a query replaces one
 * that is lost. Signatures are RSA2, made and verified by Alipay's own library.
 *
 * @param origin the public origin of this site, without a slash at the end
 */
export function alipayGateway(settings: AlipaySettings, origin: string): Gateway {
  const { appId, sellerId } = settings;
  const sdk = new AlipaySdk({
    appId,
    privateKey: settings.privateKey,
    alipayPublicKey: settings.alipayPublicKey,
    keyType: keyTypeOf(settings.privateKey),
    timeout: TIMEOUT,
    ...(settings.gateway === undefined ? {} : { gateway: settings.gateway }),
  });
  return {
    name: 'alipay',
    start: async ({ no, subject, amount, returnPath, payBefore = null }) => ({
      redirect: sdk.pageExec('alipay.trade.page.pay', 'GET', {
        bizContent: {
          out_trade_no: no,
          product_code: 'FAST_INSTANT_TRADE_PAY',
          total_amount: yuan(amount),
          subject,
          ...(payBefore === null ? {} : { time_expire: formatDateTime(payBefore) }),
        },
        returnUrl: `${origin}${returnPath}`,
        notifyUrl: `${origin}/api/pay/notify/alipay`,
      }),
    }),
    parseNotification(message) {
      // The shop is configured for RSA2: a weaker signature is rejected.
      if (message['sign_type'] !== 'RSA2' || !sdk.checkNotifySignV2(message)) return null;
      if (message['app_id'] !== appId) return null;
      if (sellerId !== undefined && message['seller_id'] !== sellerId) return null;
      return reportOf(message);
    },
    async query(chargeNo) {
      const request = { bizContent: { out_trade_no: chargeNo } };
      const answer = await sdk.exec('alipay.trade.query', request, SIGNED);
      // Alipay does not know a charge whose page was never opened.
      if (answer.code !== SUCCESS) return null;
      return reportOf(texts(answer));
    },
    async close(chargeNo) {
      const request = { bizContent: { out_trade_no: chargeNo } };
      const answer = await sdk.exec('alipay.trade.close', request, SIGNED);
      return answer.code === SUCCESS;
    },
    async refund({ no, chargeNo, amount }) {
      const request = { out_trade_no: chargeNo, out_request_no: no, refund_amount: yuan(amount) };
      const answer = await sdk.exec('alipay.trade.refund', { bizContent: request }, SIGNED);
      return answer.code === SUCCESS;
    },
  };
}

const SUCCESS = '10000';

/** Responses without Alipay's signature are rejected. */
const SIGNED = { validateSign: true };

/** TRADE_CLOSED also follows a full refund: the payment is already paid then, and the report has no effect. */
const STATES: Readonly<Record<string, GatewayReport['state']>> = {
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};

function reportOf(message: Readonly<Record<string, string>>): GatewayReport | null {
  // The library returns camelCase, notifications have Alipay's own names.
  const state = STATES[message['trade_status'] ?? message['tradeStatus'] ?? ''];
  const no = message['out_trade_no'] ?? message['outTradeNo'];
  const amount = parseAmount(message['total_amount'] ?? message['totalAmount'] ?? '');
  if (state === undefined || no === undefined || amount === null) return null;
  return { no, amount, state, tradeNo: message['trade_no'] ?? message['tradeNo'] ?? null };
}

function texts(answer: object): Record<string, string> {
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, String(value)]));
}

const yuan = (fen: number) => toYuan(fen).toFixed(2);

/** Alipay's tool makes PKCS1 keys for Node, openssl PKCS8 keys. */
function keyTypeOf(key: string): 'PKCS1' | 'PKCS8' {
  return key.includes('BEGIN PRIVATE KEY') ? 'PKCS8' : 'PKCS1';
}
