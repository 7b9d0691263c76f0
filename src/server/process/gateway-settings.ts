import { readFileSync } from 'node:fs';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { GatewaySettings } from '../kernel/outside/payment-gateways/open.ts';

/**
 * Payment gateways from the environment. `ALIPAY_APP_ID`, `ALIPAY_PRIVATE_KEY` and `ALIPAY_PUBLIC_KEY` (each a key, or
 * the path of its file) switch Alipay on; `ALIPAY_SELLER_ID` and `ALIPAY_GATEWAY` are optional. Without them a shop that
 * shows the demo data has the sandbox, and any other only with `PAYMENT_SANDBOX=on`: a sandbox gives goods away.
 * @throws StartFault when the settings of Alipay are incomplete
 */
export function gatewaySettings(env: NodeJS.ProcessEnv): GatewaySettings {
  const appId = env['ALIPAY_APP_ID'];
  const sandbox = env['PAYMENT_SANDBOX'];
  if (!appId) return sandbox ? { sandbox: sandbox === 'on' } : {};
  return {
    sandbox: false,
    alipay: {
      appId,
      privateKey: keyFrom(env, 'ALIPAY_PRIVATE_KEY'),
      alipayPublicKey: keyFrom(env, 'ALIPAY_PUBLIC_KEY'),
      ...(env['ALIPAY_SELLER_ID'] ? { sellerId: env['ALIPAY_SELLER_ID'] } : {}),
      ...(env['ALIPAY_GATEWAY'] ? { gateway: env['ALIPAY_GATEWAY'] } : {}),
    },
  };
}

function keyFrom(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new StartFault(`设置了 ALIPAY_APP_ID,还需要 ${name}(密钥本身,或密钥文件的路径)`);
  if (!/^[./~]|^[A-Za-z]:\\/.test(value)) return value;
  try {
    return readFileSync(value, 'utf8');
  } catch (fault) {
    throw new StartFault(`${name} 指定的文件读不了:${value}`, { cause: fault });
  }
}
