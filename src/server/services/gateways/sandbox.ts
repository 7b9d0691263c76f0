import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Gateway, GatewayName, Notification } from './gateway.ts';

/** A gateway that lives in this server: its cashier is a page of the site, and it takes no real money. */
export interface SandboxGateway extends Gateway {
  /** What the gateway would send when the buyer has paid or given up. `amount` in yuan with two decimals. */
  notification(charge: { no: string; amount: string; state: 'paid' | 'closed' }): Notification;
}

/** @param secret the key of this gateway's signatures (HMAC-SHA256) */
export function sandboxGateway(name: GatewayName, label: string, secret: string): SandboxGateway {
  const signatureOf = (message: Omit<Notification, 'sign'>) =>
    createHmac('sha256', secret).update(signedText(name, message)).digest();
  return {
    name,
    label,
    start: async ({ no }) => ({ redirect: `/cashier/${no}` }),
    verify({ sign, ...message }) {
      const given = Buffer.from(sign, 'hex');
      const right = signatureOf(message);
      return given.length === right.length && timingSafeEqual(given, right);
    },
    notification(charge) {
      const message = { ...charge, nonce: randomBytes(16).toString('hex') };
      return { ...message, sign: signatureOf(message).toString('hex') };
    },
  };
}

/** Every field, named and in fixed order: nothing in a notification is unsigned. */
function signedText(gateway: GatewayName, { no, amount, state, nonce }: Omit<Notification, 'sign'>): string {
  return new URLSearchParams({ amount, gateway, no, nonce, state }).toString();
}
