import { describe, expect, it } from 'vitest';
import { answers, api, documentFile, lossesIn, Shop } from './support.ts';

type Json = Record<string, unknown>;

const TEA = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const ref = { $ref: '#/components/schemas/Tea' };
const list = { type: 'array', items: ref };
const object = (properties: Json) => ({ type: 'object', properties });
const number = { type: 'integer' };

/** A shop with a GET for each of these answers, `/a0`, `/a1` … */
function shopOf(schemas: Json[], more: { parameters?: Json[]; site?: string; refusal?: Json } = {}) {
  const refusal = more.refusal && {
    default: { description: 'No', content: { 'application/json': { schema: more.refusal } } },
  };
  const paths = schemas.map((schema, index) => {
    const { responses, ...get } = answers(schema, { parameters: more.parameters ?? [] });
    return [`/a${index}`, { get: { ...get, responses: { ...(responses as Json), ...refusal } } }];
  });
  const shop = new Shop(more.site === undefined ? {} : { 'config/site.yaml': more.site });
  const report = shop.import(api(Object.fromEntries(paths), { Tea: TEA }));
  expect(shop.errors()).toEqual([]);
  return {
    shop,
    report,
    call: (index: number) => shop.call(`a${index}.get`),
    site: shop.site()['api'] as Json,
  };
}

describe('an answer', () => {
  it.each([
    ['an entity', ref, 'tea'],
    ['a list of entities', list, 'tea[]'],
    ['a text', { type: 'string' }, 'string'],
    ['a list of numbers', { type: 'array', items: { type: 'number' } }, 'number[]'],
    ['a day', { type: 'string', format: 'date' }, 'day'],
    ['an object of its own', object({ one: number }), 'a0-get'],
    ['a list of such', { type: 'array', items: object({ one: number }) }, 'a0-get-item[]'],
    ['a map', { type: 'object', additionalProperties: number }, 'a0-get'],
    ['one of several', { anyOf: [ref, { type: 'null' }] }, 'a0-get'],
    ['anything', {}, undefined],
  ])('is %s', (_, schema, response) => {
    expect(shopOf([schema]).call(0)?.response).toEqual(response);
  });

  it('of another type than JSON has no shape', () => {
    const shop = new Shop();
    const report = shop.import(
      api({
        '/slip': { get: { responses: { 200: { description: 'OK', content: { 'application/pdf': {} } } } } },
      }),
    );
    expect(shop.call('slip.get')).toEqual({ get: '/slip' });
    expect(lossesIn(report)).toEqual([
      'answer-type /paths/~1slip/get/responses/200/content/application~1pdf',
    ]);
  });

  it('of its own shows what the document shows of it', () => {
    const shop = new Shop();
    const schema = object({ data: object({ name: { type: 'string' } }) });
    const content = { 'application/json': { schema, example: { data: { name: 'Longjing' } } } };
    shop.import(api({ '/teas': { get: { responses: { 200: { description: 'OK', content } } } } }));
    expect(shop.entity('teas-get')?.['examples']).toEqual([{ name: 'Longjing' }]);
  });

  it('is the first for a success; another one is reported', () => {
    const shop = new Shop();
    const json = (schema: Json) => ({ description: 'OK', content: { 'application/json': { schema } } });
    const report = shop.import(
      api(
        {
          '/teas': { post: { responses: { 201: json({ type: 'string' }), 200: json(ref), 202: json(ref) } } },
        },
        { Tea: TEA },
      ),
    );
    expect(shop.call('teas.create')?.response).toBe('tea');
    expect(lossesIn(report)).toEqual([
      'answer-others /paths/~1teas/post/responses/201/content/application~1json',
    ]);
  });
});

describe('the envelope around data', () => {
  it('is found in most answers, with what tells a success and where refusals say why', () => {
    const shop = new Shop();
    shop.import(documentFile('tea-house.yaml'));
    expect(shop.site()['api']).toMatchObject({
      answers: {
        data: '/data',
        ok: { at: '/success', in: [true] },
        message: '/error/message',
        code: '/error/code',
        fields: '/error/details',
      },
    });
    expect(shop.call('teas.get')).not.toHaveProperty('answers');
    expect(shop.call('teas.delete')?.answers).toEqual({ ok: { status: '2xx' } });
  });

  it('is none where the data is the whole answer', () => {
    const { site, call } = shopOf([ref, list, object({ tea: ref })]);
    expect(site['answers']).toEqual({ ok: { status: '2xx' } });
    expect([0, 1, 2].map((index) => call(index)?.answers)).toEqual([undefined, undefined, undefined]);
  });

  it('lists the codes of a success where the document does', () => {
    const wrapped = (code: number) => object({ code: { const: code }, msg: { type: 'string' }, data: ref });
    const { site, call } = shopOf([wrapped(0), wrapped(200)], {
      refusal: object({ code: number, msg: { type: 'string' } }),
    });
    expect(site['answers']).toEqual({
      data: '/data',
      ok: { at: '/code', in: [0, 200] },
      message: '/msg',
      code: '/code',
    });
    expect(call(0)?.response).toBe('tea');
  });

  it('is said by a call that does without', () => {
    const wrapped = object({ result: ref, status: { type: 'string', enum: ['ok'] } });
    const { site, call } = shopOf([wrapped, wrapped, ref]);
    expect(site['answers']).toEqual({ data: '/result', ok: { at: '/status', in: ['ok'] } });
    expect(call(2)).toMatchObject({ response: 'tea', answers: { data: '', ok: { status: '2xx' } } });
  });

  it('is that of site.yaml where it says one', () => {
    const { call, report } = shopOf([object({ data: ref }), ref], {
      site: 'title: x\nchecks: { unused-call: off }\napi: { base: https://api.example.com, answers: { data: /data } }\n',
    });
    expect(call(0)).not.toHaveProperty('answers');
    expect(call(1)?.answers).toEqual({ data: '' });
    expect(report.site.missing).not.toHaveProperty('answers');
  });

  it.each([
    [
      'a map of messages',
      { errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } } },
      '/errors',
    ],
    [
      'a list of fields',
      {
        errors: { type: 'array', items: object({ field: { type: 'string' }, message: { type: 'string' } }) },
      },
      { list: '/errors', name: '/field', message: '/message' },
    ],
    [
      'the list of FastAPI',
      {
        detail: {
          type: 'array',
          items: object({ loc: { type: 'array', items: { type: 'string' } }, msg: { type: 'string' } }),
        },
      },
      { list: '/detail', name: '/loc/1', message: '/msg' },
    ],
  ])('leaves the errors of fields in %s', (_, properties, fields) => {
    expect(shopOf([ref], { refusal: object(properties) }).site['answers']).toMatchObject({ fields });
  });
});

describe('a page of a list', () => {
  const parameter = (name: string, more: Json = {}) => ({
    name,
    in: 'query',
    schema: { type: 'integer', ...more },
  });

  it.each([
    ['items with a total', object({ items: list, total: number }), { list: '/items', total: '/total' }],
    [
      'any name, with a count',
      object({ teas: list, count: number, limit: number }),
      { list: '/teas', total: '/count' },
    ],
    ['the answer itself', list, { list: '' }],
    [
      'with the total elsewhere',
      object({ rows: list, meta: object({ total: number }) }),
      { list: '/rows', total: '/meta/total' },
    ],
  ])('is %s', (_, schema, paging) => {
    const { call, site } = shopOf([schema], {
      parameters: [parameter('page'), parameter('size', { default: 30, maximum: 90 })],
    });
    expect(site['page']).toEqual({ ...paging, query: { page: 'page', size: 'size' } });
    expect(call(0)).toMatchObject({
      response: { page: 'tea' },
      query: {
        page: { type: 'integer', default: 1 },
        page_size: { type: 'integer', default: 30, maximum: 90 },
      },
    });
    expect(call(0)?.query).not.toHaveProperty('size');
  });

  it('can be asked for by how many to skip', () => {
    const { call, site } = shopOf([object({ items: list, total: number })], {
      parameters: [parameter('offset'), parameter('limit')],
    });
    expect(site['page']).toMatchObject({ query: { offset: 'offset', size: 'limit' } });
    expect(Object.keys(call(0)?.query ?? {})).toEqual(['page', 'page_size']);
  });

  it('has its total beside the data of an envelope', () => {
    const shop = new Shop();
    shop.import(documentFile('tea-house.yaml'));
    expect(shop.site()['api']).toMatchObject({
      page: { list: '', total: { answer: '/meta/total' }, query: { page: 'page', size: 'per_page' } },
    });
    expect(shop.call('teas.list')?.response).toEqual({ page: 'tea' });
  });

  it('has its total in a header', () => {
    const shop = new Shop();
    const get = answers(list, { parameters: [parameter('page')] });
    (get['responses'] as Record<string, Json>)['200'] = {
      ...(get['responses'] as Record<string, Json>)['200'],
      headers: { 'X-Total-Count': { schema: number } },
    };
    shop.import(api({ '/teas': { get } }, { Tea: TEA }));
    expect(shop.site()['api']).toMatchObject({ page: { list: '', total: { header: 'X-Total-Count' } } });
  });

  it('is said by the call where the pages of a document differ', () => {
    const schemas = ['teas', 'cups', 'pots'].map((name) => object({ [name]: list, count: number }));
    const { call, site } = shopOf(schemas, { parameters: [parameter('offset')] });
    expect(site).not.toHaveProperty('page');
    expect(call(1)?.page).toEqual({ list: '/cups', total: '/count', query: { offset: 'offset' } });
  });

  it('needs no word where it is written as blocks read it', () => {
    const schema = object({ list, total: number, page: number, page_size: number });
    const { call, site } = shopOf([schema], { parameters: [parameter('page'), parameter('page_size')] });
    expect(site).not.toHaveProperty('page');
    expect(call(0)?.response).toEqual({ page: 'tea' });
    expect(call(0)).not.toHaveProperty('page');
  });

  it('cannot be asked for by a cursor, or counted from zero', () => {
    const cursor = shopOf([object({ data: list, has_more: { type: 'boolean' } })], {
      parameters: [{ name: 'starting_after', in: 'query', schema: { type: 'string' } }, parameter('limit')],
    });
    expect(cursor.call(0)?.response).toBe('a0-get');
    expect(lossesIn(cursor.report)).toEqual(['page-cursor /paths/~1a0/get/parameters/0']);
    const zero = shopOf([list], { parameters: [parameter('page', { default: 0 })] });
    expect(zero.call(0)?.response).toBe('tea[]');
    expect(lossesIn(zero.report)).toEqual(['page-from-zero /paths/~1a0/get/parameters/0']);
  });

  it('is no thing that has a list and a total of its own', () => {
    const invoice = object({ id: number, lines: list, total: number, customer: { type: 'string' } });
    expect(shopOf([invoice]).call(0)?.response).toBe('a0-get');
  });
});
