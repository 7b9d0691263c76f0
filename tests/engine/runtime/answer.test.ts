import { describe, expect, it } from 'vitest';
import { type Answer, type AnswerShape, answersOf, bodyOf, readAnswer } from '#engine/runtime/answer.ts';
import { type PageRequest, pagedQuery, requestedPage } from '#engine/runtime/paging.ts';
import { apiWith } from '../support/api.ts';

const received = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  headers: new Headers(headers),
});

/** How an API whose shop says nothing of its answers writes them: bare. */
const REST_SHAPE = answersOf({ api: apiWith({ answers: {} }) }, { success: [] });

function read(from: ReturnType<typeof received>, shape: AnswerShape, page?: PageRequest): Answer {
  return readAnswer(bodyOf(from, shape), from, { shape, page });
}

describe('an answer in an envelope { code, message, data }', () => {
  const shape = answersOf({ api: apiWith() }, { success: [10000, 200] });

  it('is judged by the code in the body, whatever the status', () => {
    const success = { code: 10000, message: '好', data: [1] };
    expect(read(received(200, success), shape)).toEqual({ ok: true, message: '好', data: [1] });
    expect(read(received(200, { code: 401, message: '请登录', data: null }), shape)).toMatchObject({
      ok: false,
      code: 401,
      message: '请登录',
    });
  });

  it('has the errors of its fields in the data', () => {
    const data = { errors: { phone: ['手机号不对'] } };
    expect(read(received(422, { code: 422, message: '', data }), shape)).toMatchObject({
      errors: data.errors,
    });
  });
});

describe('an answer of an API that writes bare data', () => {
  const readBare = (status: number, body: unknown) => read(received(status, body), REST_SHAPE);

  it('is the whole body, and succeeds by its status', () => {
    expect(readBare(200, [{ id: 1 }])).toEqual({ ok: true, message: '', data: [{ id: 1 }] });
    expect(readBare(204, '')).toEqual({ ok: true, message: '', data: null });
  });

  it('is refused with the status as its code, whatever its body', () => {
    expect(readBare(404, { detail: 'gone' })).toMatchObject({ ok: false, kind: 'refusal', code: 404 });
    expect(readBare(502, '<h1>Bad gateway</h1>')).toMatchObject({ kind: 'refusal', code: 502 });
    expect(readBare(404, '<h1>Not found</h1>')).toMatchObject({ kind: 'refusal', code: 404 });
  });

  it('is malformed when it claims a success and is no JSON', () => {
    expect(readBare(200, '<!doctype html><h1>Log in</h1>')).toMatchObject({ kind: 'malformed', code: 0 });
  });
});

describe('an answer of an API that writes success and failure into the body', () => {
  const shape: AnswerShape = {
    data: '/result',
    ok: { at: '/success', in: [true] },
    message: '/error/message',
    code: '/error/code',
    fields: '/error/details',
  };

  it('is read by pointers', () => {
    const details = { email: 'taken', name: ['short', 'odd'], other: 5 };
    const error = { code: 422, message: 'Check the form', details };
    expect(read(received(200, { success: false, error, result: null }), shape)).toEqual({
      ok: false,
      kind: 'refusal',
      code: 422,
      status: 422,
      message: 'Check the form',
      data: null,
      errors: { email: ['taken'], name: ['short', 'odd'] },
    });
    expect(read(received(200, { success: true, result: 7 }), shape)).toEqual({
      ok: true,
      message: '',
      data: 7,
    });
  });

  it('is refused with 400 when only the body says that it failed', () => {
    expect(read(received(200, { success: false }), shape)).toMatchObject({ ok: false, code: 400 });
  });

  it('is malformed without the value that decides', () => {
    expect(read(received(200, { result: 7 }), shape)).toMatchObject({ kind: 'malformed' });
    expect(read(received(200, [1]), shape)).toMatchObject({ kind: 'malformed' });
    expect(read(received(503, { error: 'busy' }), shape)).toMatchObject({ kind: 'refusal', code: 503 });
  });

  it('finds nothing under a name that every object has', () => {
    const odd: AnswerShape = { ...shape, data: '/constructor', message: '/toString' };
    expect(read(received(200, { success: true }), odd)).toMatchObject({ data: null, message: '' });
  });
});

describe('an answer of GraphQL', () => {
  const shape: AnswerShape = {
    data: '/data/products',
    ok: { at: '/errors', in: [null] },
    message: '/errors/0/message',
  };

  it('succeeds where there are no errors', () => {
    expect(read(received(200, { data: { products: [1] } }), shape)).toMatchObject({
      ok: true,
      data: [1],
    });
    expect(read(received(200, { errors: [{ message: 'No such field' }] }), shape)).toMatchObject({
      ok: false,
      message: 'No such field',
    });
  });
});

describe('an answer of GraphQL whose results may be errors themselves', () => {
  const shape: AnswerShape = {
    data: '/data/result',
    ok: [
      { at: '/errors', in: [null] },
      { at: '/data/result/errorCode', in: [null] },
    ],
    code: ['/data/result/errorCode', '/errors/0/extensions/code'],
    message: ['/data/result/message', '/errors/0/message'],
  };

  it('succeeds where neither says that it failed', () => {
    expect(read(received(200, { data: { result: { id: 1 } } }), shape)).toMatchObject({
      ok: true,
      data: { id: 1 },
    });
    expect(read(received(200, { data: { result: null } }), shape)).toMatchObject({ ok: true, data: null });
  });

  it('is refused with the code and the message of the one that says so', () => {
    const result = { errorCode: 'INSUFFICIENT_STOCK_ERROR', message: 'Only 3' };
    expect(read(received(200, { data: { result } }), shape)).toMatchObject({
      ok: false,
      code: 'INSUFFICIENT_STOCK_ERROR',
      status: 400,
      message: 'Only 3',
    });
    const errors = [{ message: 'Not allowed', extensions: { code: 'FORBIDDEN' } }];
    expect(read(received(200, { errors, data: null }), shape)).toMatchObject({
      ok: false,
      code: 'FORBIDDEN',
      message: 'Not allowed',
    });
  });

  it('may be bound to the status as well', () => {
    const strict: AnswerShape = {
      ...shape,
      ok: [{ status: '2xx' }, { at: '/data/result/errorCode', in: [null] }],
    };
    expect(read(received(200, { data: { result: 7 } }), strict)).toMatchObject({ ok: true });
    expect(read(received(400, { data: { result: 7 } }), strict)).toMatchObject({ ok: false, code: 400 });
  });
});

describe('field errors in a list', () => {
  const fields = { list: '/errors', name: '/source/pointer', message: '/detail' };

  it('go to the fields whose pointers they name', () => {
    const errors = [
      { source: { pointer: '/data/attributes/email' }, detail: 'is taken' },
      { source: { pointer: '/data/attributes/email' }, detail: 'is odd' },
      { detail: 'nothing in particular' },
    ];
    expect(read(received(422, { errors }), { ...REST_SHAPE, fields })).toMatchObject({
      ok: false,
      code: 422,
      errors: { email: ['is taken', 'is odd'] },
    });
  });
});

describe('a page of a list', () => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => index);

  it('is read from where the API writes it', () => {
    const page = requestedPage({ page: '2', page_size: 3 }, { list: '/items', total: '/count' });
    expect(read(received(200, { items: items(3), count: 8 }), REST_SHAPE, page)).toMatchObject({
      data: { list: [0, 1, 2], total: 8, page: 2, page_size: 3 },
    });
  });

  it('has its total beside the data, or in a header', () => {
    const shape: AnswerShape = { ...REST_SHAPE, data: '/data' };
    const beside = requestedPage({}, { list: '', total: { answer: '/meta/total' } });
    expect(read(received(200, { data: items(2), meta: { total: 2 } }), shape, beside)).toMatchObject({
      data: { list: [0, 1], total: 2, page: 1 },
    });
    const inHeader = requestedPage({}, { list: '', total: { header: 'X-Total-Count' } });
    expect(read(received(200, items(2), { 'x-total-count': '40' }), REST_SHAPE, inHeader)).toMatchObject({
      data: { total: 40 },
    });
  });

  it('has another one after it when it is full and nobody says how many there are', () => {
    const page = requestedPage({ page: 2, page_size: 2 }, { list: '' });
    expect(read(received(200, items(2)), REST_SHAPE, page)).toMatchObject({ data: { total: 5 } });
    expect(read(received(200, items(1)), REST_SHAPE, page)).toMatchObject({ data: { total: 3 } });
  });

  it('is malformed without its list', () => {
    expect(
      read(received(200, { rows: [] }), REST_SHAPE, requestedPage({}, { list: '/items' })),
    ).toMatchObject({
      kind: 'malformed',
    });
  });

  it('is asked for in the words of the API', () => {
    const query = { page: 3, page_size: 10, q: 'pen' };
    const numbered = requestedPage(query, { list: '', query: { page: 'p', size: 'per_page' } });
    expect(pagedQuery(query, numbered)).toEqual({ q: 'pen', p: 3, per_page: 10 });
    const skipping = requestedPage(query, { list: '', query: { offset: 'offset', size: 'limit' } });
    expect(pagedQuery(query, skipping)).toEqual({ q: 'pen', offset: 20, limit: 10 });
  });
});

describe('an answer that does not keep its promise', () => {
  const containers = { '': 'object', '/lines': 'list', '/total/money': 'object' } as const;
  const readWith = (body: unknown) => {
    const from = received(200, body);
    return readAnswer(bodyOf(from, REST_SHAPE), from, { shape: REST_SHAPE, containers });
  };

  it('is malformed where a list or an object is missing, or is something else', () => {
    expect(readWith({ lines: [], total: { money: {} } })).toMatchObject({ ok: true });
    for (const body of [
      [],
      'text',
      { lines: {} },
      { lines: [], total: null },
      { lines: [], total: { money: 3 } },
    ])
      expect(readWith(body)).toMatchObject({ ok: false, kind: 'malformed' });
  });
});

it('a code may be a word; ranges of codes are held against the status', () => {
  const shape: AnswerShape = { ...REST_SHAPE, code: '/error' };
  expect(read(received(409, { error: 'OUT_OF_STOCK' }), shape)).toMatchObject({
    code: 'OUT_OF_STOCK',
    status: 409,
  });
});
