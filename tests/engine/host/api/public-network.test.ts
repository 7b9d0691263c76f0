import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  isPrivateAddress,
  PrivateAddress,
  publicLookup,
  requirePublic,
} from '#engine/host/api/public-network.ts';

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    'not an address',
  ])('%s is in no public network', (address) => expect(isPrivateAddress(address)).toBe(true));
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    '%s is public',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );
});

describe('a name that must lead to the internet', () => {
  const lookUp = promisify(
    (host: string, all: boolean, done: (fault: Error | null, found?: unknown) => void) =>
      publicLookup(host, { all }, done),
  );

  it('is refused where it leads to this machine', async () => {
    await expect(lookUp('localhost', true)).rejects.toThrow(PrivateAddress);
    await expect(lookUp('localhost', false)).rejects.toThrow(PrivateAddress);
  });

  it('is told before anything is sent', async () => {
    await expect(requirePublic('http://localhost:9000')).rejects.toThrow(
      /localhost is (?:127\.0\.0\.1|::1), which is no public address/,
    );
    await expect(requirePublic('http://192.168.0.4')).rejects.toThrow(PrivateAddress);
    await expect(requirePublic('http://[::1]:80/x')).rejects.toThrow(PrivateAddress);
    await requirePublic('https://1.1.1.1');
    await requirePublic('https://nobody.invalid');
  });
});
