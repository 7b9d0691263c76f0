import { type LookupAddress, lookup } from 'node:dns';
import { Agent } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are nobody's on the internet, or this company's own (RFC 6890); `::ffff:` and `64:ff9b::` lead back to them. */
const INNER_NETWORKS = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['::ffff:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
] as const;

const inner = new BlockList();
for (const [network, prefix, family] of INNER_NETWORKS) inner.addSubnet(network, prefix, family);

const isInner = (address: string) => inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Resolves a name, and fails where any of its addresses is within: a name may point anywhere, and elsewhere a second later. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (fault, found: LookupAddress[]) => {
    const [first] = found ?? [];
    if (fault || !first) return callback(fault ?? new Error(`${hostname} has no address`), []);
    if (found.some(({ address }) => isInner(address)))
      return callback(new Error(`${hostname} is an address of an inner network`), []);
    return options.all ? callback(null, found) : callback(null, first.address, first.family);
  });
};

/** For requests to addresses that somebody else has chosen: they never reach the shop's own network. */
export const publicAgent = (): Agent => new Agent({ lookup: publicLookup, keepAlive: false });

/** Whether an address that somebody else has chosen may be asked: HTTPS at its own port, by a name or an address of the internet. */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? /\.[a-z][a-z0-9-]*$/i.test(host) : !isInner(host);
}
