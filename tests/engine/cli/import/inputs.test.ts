import { describe, expect, it } from 'vitest';
import { answers, api, documentFile, lossesIn, Shop } from './support.ts';

const query = (...parameters: object[]) =>
  api({ '/teas': { get: answers({ type: 'string' }, { parameters }) } });

/** The query of the one call that such a document becomes. */
function queryOf(...parameters: object[]) {
  const shop = new Shop();
  const report = shop.import(query(...parameters));
  expect(shop.errors()).toEqual([]);
  return { query: shop.call('teas.get')?.query, losses: lossesIn(report), shop };
}

describe('parameters', () => {
  it('of the path keep what limits them, under a name that a path can have', () => {
    const shop = new Shop();
    shop.import(documentFile('tea-house.yaml'));
    expect(shop.call('teas.get')).toMatchObject({
      get: '/teas/{tea_id}',
      params: { tea_id: { type: 'integer', minimum: 1 } },
    });
    expect(shop.call('orders.createSlip')).not.toHaveProperty('params');
  });

  it('of the query keep their type, their choices and what is sent when they are left out', () => {
    const { query: fields, losses } = queryOf(
      { name: 'sort', in: 'query', schema: { type: 'string', enum: ['new', 'price'], default: 'new' } },
      {
        name: 'word',
        in: 'query',
        required: true,
        description: ' What to look for ',
        schema: { type: 'string', maxLength: 40 },
      },
      { name: 'at_most', in: 'query', schema: { type: 'integer', exclusiveMaximum: 10 }, example: 5 },
      { name: 'day', in: 'query', schema: { type: 'string', format: 'date' } },
      { name: 'any', in: 'query' },
    );
    expect(fields).toEqual({
      sort: { type: 'string', enum: ['new', 'price'], default: 'new' },
      word: { type: 'string', maxLength: 40, description: 'What to look for' },
      at_most: { type: 'integer', maximum: 9, example: 5, optional: true },
      day: 'day?',
      any: 'string?',
    });
    expect(losses).toEqual([]);
  });

  it('are one list, whether a single value stands for it or not', () => {
    const { query: fields } = queryOf(
      { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' }, maxItems: 9 } },
      {
        name: 'tag',
        in: 'query',
        schema: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
    );
    expect(fields).toEqual({ ids: { type: 'integer[]', maxItems: 9, optional: true }, tag: 'string[]?' });
  });

  it('with choices in a list get a type of their own', () => {
    const items = { type: 'string', enum: ['a', 'b'] };
    const { query: fields, shop } = queryOf({ name: 'kinds', in: 'query', schema: { type: 'array', items } });
    expect(fields).toEqual({ kinds: 'teas-get-kinds[]?' });
    expect(shop.entity('teas-get-kinds')).toEqual(items);
  });

  it('with brackets are the fields of an object', () => {
    const { query: fields } = queryOf(
      { name: 'price[from]', in: 'query', schema: { type: 'number' } },
      { name: 'price[to]', in: 'query', schema: { type: 'number' } },
      {
        name: 'made',
        in: 'query',
        style: 'deepObject',
        schema: { type: 'object', properties: { after: { type: 'string' } } },
      },
      { name: 'spread', in: 'query', schema: { type: 'object', properties: { left: { type: 'string' } } } },
    );
    expect(fields).toEqual({
      price: { fields: { from: 'number?', to: 'number?' }, optional: true },
      made: { fields: { after: 'string?' }, optional: true },
      left: 'string?',
    });
  });

  it('of the same name in brackets and without cannot both be', () => {
    const { query: fields, losses } = queryOf(
      { name: 'price', in: 'query', schema: { type: 'string' } },
      { name: 'price[from]', in: 'query', schema: { type: 'number' } },
    );
    expect(fields).toEqual({ price: 'string?' });
    expect(losses).toEqual(['parameter-name /paths/~1teas/get/parameters/1']);
  });

  it('of the path keep apart what would have one name', () => {
    const shop = new Shop();
    const at = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } });
    shop.import(
      api({
        '/teas/{a-b}/{a_b}': {
          get: answers({ type: 'string' }, { parameters: [at('a-b', 'integer'), at('a_b', 'number')] }),
        },
      }),
    );
    expect(shop.call('teas.get')).toMatchObject({
      get: '/teas/{a_b}/{a_b_2}',
      params: { a_b: 'integer', a_b_2: 'number' },
    });
  });

  it('with one choice are always sent only where they are required', () => {
    const { query: fields } = queryOf(
      { name: 'v', in: 'query', required: true, schema: { const: 2 } },
      { name: 'w', in: 'query', schema: { const: 'x' } },
    );
    expect(fields).toEqual({
      v: { type: 'integer', const: 2 },
      w: { type: 'string', enum: ['x'], optional: true },
    });
  });

  it('that a call cannot have are reported, each at its place', () => {
    const { query: fields, losses } = queryOf(
      { name: 'sort-by', in: 'query', schema: { type: 'string' } },
      { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
      { name: 'seen', in: 'cookie', schema: { type: 'string' } },
      { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
      {
        name: 'piped',
        in: 'query',
        style: 'pipeDelimited',
        schema: { type: 'array', items: { type: 'string' } },
      },
      { in: 'query' },
    );
    expect(fields).toEqual({ filter: 'string?', piped: 'string?' });
    expect(losses).toEqual([
      'parameter-odd /paths/~1teas/get/parameters/5',
      'parameter-name /paths/~1teas/get/parameters/0',
      'parameter-header /paths/~1teas/get/parameters/1',
      'parameter-cookie /paths/~1teas/get/parameters/2',
      'parameter-json /paths/~1teas/get/parameters/3',
      'parameter-style /paths/~1teas/get/parameters/4',
    ]);
  });

  it('of a path are those of the operation, unless it has its own', () => {
    const shop = new Shop();
    const parameter = (name: string, type: string) => ({ name, in: 'query', schema: { type } });
    shop.import(
      api({
        '/teas': {
          parameters: [parameter('a', 'string'), parameter('b', 'string')],
          get: answers({ type: 'string' }, { parameters: [parameter('b', 'integer')] }),
        },
      }),
    );
    expect(shop.call('teas.get')?.query).toEqual({ a: 'string?', b: 'integer?' });
  });

  it('in the path itself are always sent', () => {
    const shop = new Shop();
    shop.import(api({ '/do?action=list': { get: answers({ type: 'string' }) } }));
    expect(shop.call('do.get')).toMatchObject({ get: '/do', query: { action: { const: 'list' } } });
    expect(shop.errors()).toEqual([]);
  });
});

describe('how lists are sent', () => {
  const listed = (more: object) => ({
    name: 'ids',
    in: 'query',
    schema: { type: 'array', items: { type: 'integer' } },
    ...more,
  });

  it.each([
    [{}, undefined],
    [{ explode: false }, 'comma'],
    [{ style: 'deepObject' }, 'indices'],
    [{ name: 'ids[]' }, 'brackets'],
  ])('is said once for the site: %o', (more, lists) => {
    const { query: fields, losses, shop } = queryOf(listed(more));
    expect(shop.site()['api']).toMatchObject(lists === undefined ? {} : { query: { lists } });
    expect(fields).toEqual({ ids: 'integer[]?' });
    expect(losses).toEqual([]);
  });

  it('is reported where a parameter does otherwise', () => {
    const { query: fields, losses } = queryOf(
      { ...listed({}), name: 'a' },
      { ...listed({}), name: 'b' },
      { ...listed({ explode: false }), name: 'c' },
      listed({ name: 'd[]' }),
    );
    expect(fields).toEqual({ a: 'integer[]?', b: 'integer[]?', c: 'string?', d: 'integer[]?' });
    expect(losses).toEqual([
      'parameter-style /paths/~1teas/get/parameters/2',
      'list-style /paths/~1teas/get/parameters/3',
    ]);
  });
});

describe('a body', () => {
  const body = (schema: object, type = 'application/json', further: Record<string, object> = {}) =>
    api(
      {
        '/teas': {
          post: {
            requestBody: { content: { [type]: { schema } } },
            responses: { 204: { description: 'OK' } },
          },
        },
      },
      {
        Tea: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, made: { type: 'string', readOnly: true } },
        },
        ...further,
      },
    );

  function bodyOf(schema: object, type?: string, further?: Record<string, object>) {
    const shop = new Shop();
    const report = shop.import(body(schema, type, further));
    expect(shop.errors()).toEqual([]);
    const call = shop.call('teas.create');
    return { fields: call?.body, encoding: call?.encoding, losses: lossesIn(report), shop };
  }

  it('is the fields of its schema, without what only answers hold', () => {
    const { fields, encoding, losses } = bodyOf({ $ref: '#/components/schemas/Tea' });
    expect(fields).toEqual({ name: 'string' });
    expect(encoding).toBeUndefined();
    expect(losses).toEqual([]);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'form'],
    ['multipart/form-data', 'multipart'],
    ['application/vnd.tea+json', undefined],
    ['application/json; charset=utf-8', undefined],
  ])('of type %s says how it is encoded', (type, encoding) => {
    const found = bodyOf(
      { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
      type,
    );
    expect(found.fields).toEqual({ file: 'file?' });
    expect(found.encoding).toBe(encoding);
  });

  it('has small objects within the call, and others as entities', () => {
    const { fields, shop } = bodyOf({
      type: 'object',
      properties: {
        size: {
          type: 'object',
          required: ['width'],
          properties: { width: { type: 'number' }, height: { type: 'number' } },
        },
        tea: { $ref: '#/components/schemas/Tea' },
        more: { type: 'array', items: { $ref: '#/components/schemas/Tea' } },
        rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        grid: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
        free: { type: 'object' },
      },
    });
    expect(fields).toEqual({
      size: { fields: { width: 'number', height: 'number?' }, optional: true },
      tea: 'tea?',
      more: 'tea[]?',
      rows: { fields: { id: 'integer?' }, list: true, optional: true },
      labels: 'teas-create-labels?',
      grid: 'teas-create-grid[]?',
      free: 'any?',
    });
    expect(shop.entity('teas-create-labels')).toEqual({
      type: 'object',
      additionalProperties: { type: 'string' },
    });
  });

  it('of several shapes has the fields of all, and says so', () => {
    const shape = (name: string) => ({
      type: 'object',
      required: ['kind', name],
      properties: { kind: { type: 'string' }, [name]: { type: 'string' } },
    });
    const { fields, losses } = bodyOf({ oneOf: [shape('card'), shape('bank')] });
    expect(fields).toEqual({ kind: 'string', card: 'string?', bank: 'string?' });
    expect(losses).toEqual(['body-union /paths/~1teas/post/requestBody/content/application~1json/schema']);
  });

  it('may have a shape that leads back to it', () => {
    const named = { oneOf: [{ $ref: '#/components/schemas/Tea' }, { type: 'string' }] };
    const tea = {
      allOf: [
        { $ref: '#/components/schemas/Named' },
        { type: 'object', properties: { leaf: { type: 'string' } } },
      ],
    };
    const { fields } = bodyOf({ $ref: '#/components/schemas/Tea' }, 'application/json', {
      Named: named,
      Tea: tea,
    });
    expect(fields).toEqual({ leaf: 'string?' });
  });

  it.each([
    ['a list', { type: 'array', items: { type: 'string' } }, 'application/json', 'body-shape'],
    ['anything', {}, 'application/json', 'body-shape'],
    ['XML', { type: 'object', properties: { a: { type: 'string' } } }, 'application/xml', 'body-type'],
  ])('that is %s is left out, and told', (_, schema, type, code) => {
    const { fields, losses } = bodyOf(schema, type);
    expect(fields).toBeUndefined();
    expect(losses.map((loss) => loss.split(' ')[0])).toEqual([code]);
  });

  it('without fields is no body', () => {
    const { fields, losses } = bodyOf({ type: 'object', properties: {} });
    expect(fields).toBeUndefined();
    expect(losses).toEqual([]);
  });

  it('says what a field cannot', () => {
    const { fields, losses } = bodyOf({
      type: 'object',
      properties: {
        note: { type: ['string', 'null'], format: 'email' },
        'a-b': { type: 'string' },
        both: { type: ['string', 'integer'] },
        slow: { type: 'string', pattern: '^(a+)+$' },
        odd: { type: 'integer', default: 'one' },
        secret: { type: 'string', default: '$site.title' },
        step: { type: 'number', multipleOf: 0.5 },
      },
    });
    expect(fields).toEqual({
      note: 'string?',
      both: 'any?',
      slow: 'string?',
      odd: 'integer?',
      secret: 'string?',
      step: 'number?',
    });
    expect(losses.map((loss) => loss.replace(/ .*properties\//, ' '))).toEqual([
      'field-null note',
      'field-format note',
      'field-name a-b',
      'field-union both',
      'field-pattern slow',
      'field-default odd',
      'field-default secret',
      'field-keyword step',
    ]);
  });

  it('of a GET cannot be sent', () => {
    const shop = new Shop();
    const content = {
      'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } },
    };
    const report = shop.import(
      api({ '/teas': { get: answers({ type: 'string' }, { requestBody: { content } }) } }),
    );
    expect(lossesIn(report)).toEqual(['body-get /paths/~1teas/get/requestBody/content/application~1json']);
  });
});
