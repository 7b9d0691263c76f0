import { isIP } from 'node:net';
import { StartFault } from '#engine/host/process/start-fault.ts';

/** Named networks of the proxy settings: this machine, link-local, private. */
const NAMED: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * `TRUST_PROXY`: the reverse proxies whose `X-Forwarded-…` headers are trusted. The loopback addresses when it is not set.
 * @throws StartFault when one is neither an address nor a network
 */
export function trustedProxies(text: string | undefined): readonly string[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return ['loopback'];
  const wrong = names.find((name) => !NAMED.has(name) && !isNetwork(name));
  if (wrong === undefined) return names;
  throw new StartFault(
    `TRUST_PROXY 应是代理的地址或网段（如 10.0.0.5 或 10.0.0.0/8），用逗号分隔，现在有 ${wrong} / TRUST_PROXY lists addresses or networks of proxies, parted by commas; ${wrong} is neither`,
  );
}

/** An address or a network in CIDR notation; a prefix of 0, which covers all addresses, is refused. */
function isNetwork(name: string): boolean {
  const [address = '', bits, ...more] = name.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}
