import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../db/schema.ts';
import { pageLink } from '../../pages/page-link.ts';
import { type Gateway, type GatewayName, type GatewayReport, parseAmount } from './gateway.ts';

const cashierPage = pageLink('cashier');

/** A notification of the sandbox: its buyer has paid or cancelled. `amount` in yuan with two decimals. */
export type SandboxMessage = Record<'no' | 'amount' | 'nonce' | 'sign', string> & {
  state: 'paid' | 'closed';
};

/** A gateway simulated by this server: its payment page is a page of the site, and it takes no real money. */
export interface SandboxGateway extends Gateway {
  notification(charge: { no: string; amount: string; state: 'paid' | 'closed' }): SandboxMessage;
}

/** Whether a gateway is the sandbox, which can send its own notifications. */
export function isSandbox(gateway: Gateway): gateway is SandboxGateway {
  return 'notification' in gateway;
}

/** Opens the sandbox of a gateway. Its key is generated on first use and shared by all processes on the database. */
export async function openSandbox(db: Db, name: GatewayName): Promise<SandboxGateway> {
  return sandboxGateway(name, await keyOf(db, name));
}

/** @param secret the key of this gateway's signatures (HMAC-SHA256) */
function sandboxGateway(name: GatewayName, secret: string): SandboxGateway {
  const signatureOf = (message: Readonly<Record<string, string>>) =>
    createHmac('sha256', secret).update(signedText(name, message)).digest();
  return {
    name,
    start: async ({ no }) => ({ redirect: cashierPage({ no }) }),
    parseNotification({ sign = '', ...message }) {
      const given = Buffer.from(sign, 'hex');
      const right = signatureOf(message);
      return given.length === right.length && timingSafeEqual(given, right) ? reportOf(message) : null;
    },
    // The payment page is part of this site, so there is no state besides the notifications.
    query: async () => null,
    // The payment page checks with this server whether a charge is still open.
    close: async () => true,
    refund: async () => true,
    notification({ no, amount, state }) {
      const message = { no, amount, state, nonce: randomBytes(16).toString('hex') };
      return { ...message, sign: signatureOf(message).toString('hex') };
    },
  };
}

/** Every field, named and in fixed order: nothing in a notification is unsigned. */
function signedText(gateway: GatewayName, message: Readonly<Record<string, string>>): string {
  const { amount = '', no = '', nonce = '', state = '' } = message;
  return new URLSearchParams({ amount, gateway, no, nonce, state }).toString();
}

function reportOf({ no = '', amount = '', state }: Readonly<Record<string, string>>): GatewayReport | null {
  const fen = parseAmount(amount);
  if ((state !== 'paid' && state !== 'closed') || fen === null) return null;
  return { no, amount: fen, state, tradeNo: null };
}

async function keyOf(db: Db, gateway: GatewayName): Promise<string> {
  const find = () =>
    db.selectFrom('gateway_keys').where('gateway', '=', gateway).select('secret').executeTakeFirst();
  const known = await find();
  if (known) return known.secret;
  await db
    .insertInto('gateway_keys')
    .values({ gateway, secret: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await find();
  if (!made) throw new Error(`no key for gateway ${gateway}`);
  return made.secret;
}
