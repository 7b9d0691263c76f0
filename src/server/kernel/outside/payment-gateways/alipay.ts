import { AlipaySdk } from 'alipay-sdk';
import { formatDateTime } from '#shop/domain/format.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import type { Gateway, Report } from './gateway.ts';

/** What Alipay gave the shop. Keys are PEM or bare base64; `gateway` is Alipay's own address unless told otherwise. */
export interface AlipaySettings {
  appId: string;
  privateKey: string;
  alipayPublicKey: string;
  /** Whose account takes the money, when notifications are to be held against it. */
  sellerId?: string;
  gateway?: string;
}

/** Milliseconds that Alipay is given to answer. */
const PATIENCE = 10_000;

/**
 * Alipay's 电脑网站支付: the buyer pays on Alipay's page, a signed notification tells us, and a query asks when none
 * comes. Signatures are RSA2, made and checked by Alipay's own library.
 *
 * @param origin where this site is reached from outside, without a slash at the end
 */
export function alipayGateway(settings: AlipaySettings, origin: string): Gateway {
  const { appId, sellerId } = settings;
  const sdk = new AlipaySdk({
    appId,
    privateKey: settings.privateKey,
    alipayPublicKey: settings.alipayPublicKey,
    keyType: keyTypeOf(settings.privateKey),
    timeout: PATIENCE,
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
    read(message) {
      // A weaker signature is not Alipay's word: the shop is set up for RSA2.
      if (message['sign_type'] !== 'RSA2' || !sdk.checkNotifySignV2(message)) return null;
      if (message['app_id'] !== appId) return null;
      if (sellerId !== undefined && message['seller_id'] !== sellerId) return null;
      return reportOf(message);
    },
    async query(chargeNo) {
      const asked = { bizContent: { out_trade_no: chargeNo } };
      const answer = await sdk.exec('alipay.trade.query', asked, SIGNED);
      // A charge whose page was never opened does not exist at Alipay's.
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

/** An answer counts only with Alipay's signature on it. */
const SIGNED = { validateSign: true };

/** TRADE_CLOSED also follows a full refund: then the payment is already paid, and the report changes nothing. */
const STATES: Readonly<Record<string, Report['state']>> = {
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};

function reportOf(message: Readonly<Record<string, string>>): Report | null {
  // The library answers in camelCase, notifications come as Alipay writes them.
  const state = STATES[message['trade_status'] ?? message['tradeStatus'] ?? ''];
  const no = message['out_trade_no'] ?? message['outTradeNo'];
  const amount = message['total_amount'] ?? message['totalAmount'] ?? '';
  if (state === undefined || no === undefined || !/^\d{1,11}(\.\d{1,2})?$/.test(amount)) return null;
  return { no, amount: toFen(amount), state, tradeNo: message['trade_no'] ?? message['tradeNo'] ?? null };
}

function texts(answer: object): Record<string, string> {
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, String(value)]));
}

const yuan = (fen: number) => toYuan(fen).toFixed(2);

/** Alipay's tool makes PKCS1 keys for this language, openssl PKCS8 ones. */
function keyTypeOf(key: string): 'PKCS1' | 'PKCS8' {
  return key.includes('BEGIN PRIVATE KEY') ? 'PKCS8' : 'PKCS1';
}
