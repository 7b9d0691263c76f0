import { readFileSync } from 'node:fs';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { GatewaySettings } from '../kernel/outside/payment-gateways/open.ts';
import type { SettingValues } from './settings.ts';

/**
 * Payment gateways from the environment. `ALIPAY_APP_ID`, `ALIPAY_PRIVATE_KEY` and `ALIPAY_PUBLIC_KEY` (each a key, or
 * the path of its file) switch Alipay on; `ALIPAY_SELLER_ID` and `ALIPAY_GATEWAY` are optional. Without them a shop that
 * shows the demo data has the sandbox, and any other only with `PAYMENT_SANDBOX=on`: a sandbox gives goods away.
 * @throws StartFault when the file of a key cannot be read
 */
export function gatewaySettings(env: SettingValues): GatewaySettings {
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

function keyFrom(env: SettingValues, name: 'ALIPAY_PRIVATE_KEY' | 'ALIPAY_PUBLIC_KEY'): string {
  const value = env[name] ?? '';
  if (!/^[./~]|^[A-Za-z]:\\/.test(value)) return value;
  try {
    return readFileSync(value, 'utf8');
  } catch (fault) {
    throw new StartFault(`${name} 指定的文件读不了:${value}`, { cause: fault });
  }
}
