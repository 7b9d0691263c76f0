import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that nobody on the internet can be reached at: this machine, its networks, and those of cloud providers within. */
const PRIVATE: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 127],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
];

const closed = new BlockList();
for (const [network, prefix] of PRIVATE)
  closed.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4');

/** Can an address not be reached from the internet? IPv4 addresses written as IPv6 count as what they are. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  const version = isIP(plain);
  return version === 0 || closed.check(plain, version === 6 ? 'ipv6' : 'ipv4');
}

/** A name that must lead to the internet leads into a private network. */
export class PrivateAddress extends Error {
  constructor(host: string, address: string) {
    super(`${host} is ${address}, which is no public address`);
    this.name = 'PrivateAddress';
  }
}

/** Resolves a name as usual and refuses it with `PrivateAddress` when any of its addresses is private: asked at each connection, since a name can change. */
export const publicLookup: LookupFunction = (host, options, done) => {
  resolveName(host, { ...options, all: true }, (fault, addresses) => {
    if (fault) return done(fault, []);
    const inside = addresses.find(({ address }) => isPrivateAddress(address));
    if (inside) return done(new PrivateAddress(host, inside.address), []);
    const [first] = addresses;
    if (options.all === true || !first) return done(null, addresses);
    return done(null, first.address, first.family);
  });
};

/**
 * Makes sure that an API on the internet is on the internet, before the first request.
 * @throws PrivateAddress
 */
export async function requirePublic(base: string): Promise<void> {
  const { hostname } = new URL(base);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) {
    if (isPrivateAddress(host)) throw new PrivateAddress(host, host);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    publicLookup(host, { all: true }, (fault) => {
      if (fault instanceof PrivateAddress) reject(fault);
      /* A name that cannot be resolved now may be later. */ else resolve();
    });
  });
}
