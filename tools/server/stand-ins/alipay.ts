import { createSign, createVerify, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A trade as Alipay would know it. */
export interface Trade {
  out_trade_no: string;
  trade_status: string;
  total_amount: string;
}

const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

/** A gateway that speaks Alipay's protocol over HTTP, with key pairs of its own: the shop's, and Alipay's. */
export async function startAlipay() {
  const shop = keys();
  const alipay = keys();
  const trades = new Map<string, Trade>();
  const refunds = new Map<string, string>();
  /** What was requested, in order: the method and the trade. */
  const requests: string[] = [];
  /** `delay`: milliseconds until it answers. */
  const state = { reachable: true, honest: true, delay: 0 };

  const sign = (text: string) =>
    createSign('RSA-SHA256')
      .update(text, 'utf8')
      .sign(state.honest ? alipay.privateKey : shop.privateKey, 'base64');

  /** What Alipay answers to a request that bears the shop's signature. */
  function answerTo(form: URLSearchParams): [name: string, answer: object] {
    const method = form.get('method') ?? '';
    const name = `${method.replaceAll('.', '_')}_response`;
    if (!isSigned(form, shop.publicKey)) {
      return [name, { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' }];
    }
    const content = JSON.parse(form.get('biz_content') ?? '{}') as Record<string, string>;
    requests.push(`${method} ${content['out_trade_no']}`);
    const trade = trades.get(content['out_trade_no'] ?? '');
    if (!trade) return [name, { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' }];
    if (method === 'alipay.trade.close') {
      if (trade.trade_status !== 'WAIT_BUYER_PAY') {
        return [name, { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.REASON_TRADE_STATUS_INVALID' }];
      }
      trade.trade_status = 'TRADE_CLOSED';
    }
    if (method === 'alipay.trade.refund')
      refunds.set(content['out_request_no'] ?? '', content['refund_amount'] ?? '');
    return [name, { code: '10000', msg: 'Success', ...trade, trade_no: `2026${trade.out_trade_no}` }];
  }

  const server = createServer((request, response) => {
    if (!state.reachable) {
      request.socket.destroy();
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const query = new URL(request.url ?? '', 'http://alipay').searchParams;
      const form = new URLSearchParams([...query, ...new URLSearchParams(Buffer.concat(parts).toString())]);
      const [name, answer] = answerTo(form);
      const text = JSON.stringify(answer);
      const signed = `{"${name}":${text},"sign":"${sign(text)}"}`;
      setTimeout(() => response.end(signed), state.delay);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    trades,
    refunds,
    requests,
    state,
    settings: {
      appId: '2026000000000001',
      privateKey: shop.privateKey,
      alipayPublicKey: alipay.publicKey,
      gateway: `http://127.0.0.1:${port}/gateway.do`,
    },
    /** A notification as Alipay sends it, signed with RSA2. */
    notification(trade: Trade, more: Record<string, string> = {}): Record<string, string> {
      const message: Record<string, string> = {
        ...trade,
        app_id: '2026000000000001',
        notify_type: 'trade_status_sync',
        notify_time: '2026-11-01 10:00:00',
        trade_no: `2026${trade.out_trade_no}`,
        subject: '订单 & 演示=商品',
        charset: 'utf-8',
        ...more,
      };
      const text = Object.keys(message)
        .toSorted()
        .map((key) => `${key}=${message[key]}`)
        .join('&');
      return { ...message, sign_type: 'RSA2', sign: sign(text) };
    },
    /** Whether an address of the cashier bears the shop's signature. */
    isOwn: (address: URL) => isSigned(address.searchParams, shop.publicKey),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function isSigned(form: URLSearchParams, key: string): boolean {
  const text = [...form]
    .filter(([name]) => name !== 'sign')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createVerify('RSA-SHA256')
    .update(text, 'utf8')
    .verify(key, form.get('sign') ?? '', 'base64');
}
