import { expect, it } from 'vitest';
import { answerByFetch, answerInProcess, type PageCall } from '#engine/runtime/in-process.ts';

const asked: PageCall[] = [];
const answer = answerInProcess('https://shop.test', async (call) => {
  asked.push(call);
  return { status: 200, headers: new Headers(), text: call.path };
});
const { signal } = new AbortController();

it('answers what is asked of the page’s own origin, with its path, its headers and its body', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}', signal };
  expect(await answer('/api/goods?page=2', init)).toMatchObject({ status: 200, text: '/api/goods?page=2' });
  expect(await answer('https://shop.test/api/goods/1', { signal })).toMatchObject({ text: '/api/goods/1' });
  const [first, second] = asked.splice(0);
  expect(first).toMatchObject({ method: 'POST', path: '/api/goods?page=2', body: '{"a":1}' });
  expect(first?.headers.get('content-type')).toBe('application/json');
  expect(second).toMatchObject({ method: 'GET', path: '/api/goods/1', body: undefined });
});

it.each([
  'https://api.other.test/goods',
  '//other.test/goods',
  'https://shop.test:444/goods',
  'http://shop.test/goods',
])('leaves %s to the network, which learns nothing of the reader', (address) => {
  expect(answer(address, { signal })).toBeUndefined();
  expect(asked).toEqual([]);
});

it('leaves files to the network', () => {
  expect(answer('/api/upload', { method: 'POST', body: new FormData(), signal })).toBeUndefined();
});

it('is given up when the signal aborts, whether or not the API heeds it', async () => {
  const endless = answerInProcess('https://shop.test', () => new Promise(() => {}));
  const stop = new AbortController();
  const waiting = endless('/api/goods', { signal: stop.signal });
  stop.abort('timeout');
  await expect(waiting).rejects.toBe('timeout');
  await expect(endless('/api/goods', { signal: stop.signal })).rejects.toBe('timeout');
});

it('takes the place of a network', async () => {
  const byFetch = answerByFetch(async (request) =>
    Response.json([request.method, request.url, await request.text()], { status: 201 }),
  );
  const { status, headers, text } = await byFetch({
    method: 'POST',
    path: '/api/goods?page=2',
    headers: new Headers(),
    body: 'name=a',
  });
  expect([status, headers.get('content-type')]).toEqual([201, 'application/json']);
  expect(JSON.parse(text)).toEqual(['POST', 'http://shop/api/goods?page=2', 'name=a']);
});
