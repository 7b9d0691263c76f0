import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isLocal, isTrusted, newToken } from '#engine/studio/server/guard.ts';

const token = newToken();
const GOOD = { host: 'localhost:8080', origin: 'http://localhost:8080', 'x-studio-token': token };

const request = (headers: Record<string, string | undefined>, remoteAddress = '127.0.0.1', method = 'POST') =>
  ({ headers, socket: { remoteAddress }, method }) as unknown as IncomingMessage;

describe('the guard of the studio', () => {
  test('lets its own page on this machine in', () => {
    expect(isTrusted(request(GOOD), token)).toBe(true);
    expect(isTrusted(request({ ...GOOD, origin: undefined }, '::1', 'GET'), token)).toBe(true);
    expect(isTrusted(request({ ...GOOD, 'sec-fetch-site': 'same-origin' }, '::ffff:127.0.0.1'), token)).toBe(
      true,
    );
  });

  test.each([
    ['a token of another start', { 'x-studio-token': newToken() }],
    ['no token', { 'x-studio-token': undefined }],
    ['another origin', { origin: 'http://evil.example' }],
    ['a write without an origin', { origin: undefined }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a name that was made to lead here', { host: 'evil.example', origin: 'http://evil.example' }],
    ['a proxy', { 'x-forwarded-for': '10.0.0.7' }],
  ])('keeps %s out', (_, headers) => {
    expect(isTrusted(request({ ...GOOD, ...headers }), token)).toBe(false);
  });

  test('keeps other machines out, whatever they say', () => {
    for (const address of ['10.0.0.7', '192.168.1.2', '::ffff:10.0.0.7', ''])
      expect(isLocal(request(GOOD, address))).toBe(false);
  });
});
