import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/schema.ts';
import type { GatewayName } from './gateway.ts';
import { type SandboxGateway, sandboxGateway } from './sandbox.ts';

/** The gateways by name, with what buyers call them. */
export const GATEWAY_LABELS: Record<GatewayName, string> = {
  alipay: '支付宝',
  wechat: '微信支付',
  unionpay: '银联支付',
};

/** The gateway of that name, or `null`. Its key is made on first use and shared by all processes on the database. */
export async function openGateway(db: Db, name: string): Promise<SandboxGateway | null> {
  if (!isGateway(name)) return null;
  return sandboxGateway(name, GATEWAY_LABELS[name], await keyOf(db, name));
}

/** Whether a payment method is an online gateway. */
export function isGateway(name: string): name is GatewayName {
  return Object.hasOwn(GATEWAY_LABELS, name);
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
