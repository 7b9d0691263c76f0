import { describe, expect, it } from 'vitest';
import type { CallBinding, SiteConfig } from '#engine/generated/schemas.ts';
import { createWriter, type WrittenAnswer } from '#engine/host/api/write-answer.ts';
import { answersOf, bodyOf, readAnswer } from '#engine/runtime/answer.ts';
import { requestedPage } from '#engine/runtime/paging.ts';
import { apiWith } from '../../support/api.ts';
import { smallShop } from '../../support/small-shop.ts';

const { site } = smallShop({});
const errors = { success: [10000, 200] };
const LIST: CallBinding = { method: 'GET', path: '/api/pens', paged: true };
const ONE: CallBinding = { method: 'GET', path: '/api/pens/{id}' };

/** What the client of a shop reads of an answer that was written for it. */
function reread(
  api: SiteConfig['api'],
  { status, headers, body }: WrittenAnswer,
  { answers, paged }: CallBinding,
) {
  const shape = { ...answersOf({ api }, errors), ...answers };
  const paging = paged === true ? api.page : paged;
  const received = { status, headers: new Headers(headers), text: JSON.stringify(body) };
  const page = paging && requestedPage({ page: 2, page_size: 3 }, paging);
  return readAnswer(bodyOf(received, shape), received, { shape, page });
}

describe.each<[string, Partial<SiteConfig['api']>]>([
  ['an envelope of codes', {}],
  ['bare data', { answers: {}, page: { list: '', total: { header: 'x-total' } } }],
  ['data beside links', { answers: { data: '/data' }, page: { list: '', total: { answer: '/meta/total' } } }],
  [
    'a flag of success',
    {
      answers: {
        data: '/result',
        ok: { at: '/success', in: [true] },
        message: '/error/message',
        code: '/error/code',
      },
      page: { list: '/items', total: '/count' },
    },
  ],
  [
    'GraphQL',
    {
      answers: { data: '/data/pens', ok: { at: '/errors', in: [null] }, message: '/errors/0/message' },
      page: { list: '/items', total: '/totalItems' },
    },
  ],
  [
    'GraphQL with errors among its results',
    {
      answers: {
        data: '/data/result',
        ok: [
          { at: '/errors', in: [null] },
          { at: '/data/result/errorCode', in: [null] },
        ],
        code: ['/errors/0/extensions/code', '/data/result/errorCode'],
        message: ['/errors/0/message', '/data/result/message'],
      },
      page: { list: '/items', total: '/totalItems' },
    },
  ],
])('an API that writes %s', (_, settings) => {
  const api = apiWith(settings);
  const writer = createWriter({ ...site, api }, errors);

  it('is read as it was written', () => {
    const data = { id: 7, tags: ['a'], maker: { name: 'x' } };
    expect(reread(api, writer.success(data, ONE), ONE)).toMatchObject({ ok: true, data });
  });

  it('has pages of its lists', () => {
    const data = { list: [{ id: 4 }, { id: 5 }], total: 5, page: 2, page_size: 3 };
    expect(reread(api, writer.success(data, LIST), LIST)).toMatchObject({ ok: true, data });
  });

  it('says what failed', () => {
    const answer = reread(api, writer.failure(500, 'closed', ONE), ONE);
    expect(answer).toMatchObject({ ok: false, kind: 'refusal' });
    expect(answer.ok || answer.status).toBe(500);
    const isSaid = api.answers === undefined || api.answers.message !== undefined;
    expect(!isSaid || answer.ok || answer.message).toBe(isSaid ? 'closed' : true);
  });
});
