import type { AlipaySettings } from './alipay.ts';
import { GATEWAY_LABELS, type Gateway, type Gateways, isGateway } from './gateway.ts';
import { openSandbox } from './sandbox.ts';

/** Every gateway as a sandbox: the default of a demo shop. */
export const SANDBOX: Gateways = {
  sandbox: true,
  offered: Object.keys(GATEWAY_LABELS).filter(isGateway),
  open: async (db, name) => (isGateway(name) ? openSandbox(db, name) : null),
};

/** The gateways that a shop is configured with; one with a real gateway offers no sandbox, which would give goods away. */
export interface GatewaySettings {
  alipay?: AlipaySettings;
  /** Default: only with the demo data. */
  sandbox?: boolean;
}

/**
 * Opens the gateways of these settings; the library of one that is not configured is not loaded, which would take 40 MB.
 * `origin`: the public origin of this site.
 */
export async function gatewaysOf(
  { alipay, sandbox = false }: GatewaySettings,
  origin: string,
): Promise<Gateways> {
  if (alipay === undefined)
    return sandbox ? SANDBOX : { sandbox: false, offered: [], open: async () => null };
  const { alipayGateway } = await import('./alipay.ts');
  const gateway: Gateway = alipayGateway(alipay, origin);
  return {
    sandbox: false,
    offered: ['alipay'],
    open: async (_db, name) => (name === 'alipay' ? gateway : null),
  };
}
