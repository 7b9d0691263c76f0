import { describe, expect, it } from 'vitest';
import { checkProject, expectOffense } from './support/project.ts';

const SITE = `title: Pens and paper
roles: {}
checks: { unused-call: off, missing-title: off }
`;
const HOME = 'name: index\npath: /\nblocks: [{ block: text, text: Welcome }]\n';

/** A shop in front of somebody else's API, with nothing but what it needs. */
const shopAt = (api: string, calls: string, more: Record<string, string> = {}) =>
  checkProject({
    'config/site.yaml': `${SITE}${api}\n`,
    'config/api/base.yaml': calls,
    'config/pages/fixed.yaml': HOME,
    'config/errors.yaml': '{ rules: [] }\n',
    'config/ads.yaml': '{}\n',
    ...more,
  });

const BASE = 'api: { base: https://api.example.com/v1 }';

describe('a shop in front of an API elsewhere', () => {
  it('needs neither users nor roles, and calls any path', () => {
    const { offenses, registry } = shopAt(
      BASE,
      "product.one: { get: '/products/{id}', response: { id: string, tags: 'string[]' } }\n",
    );
    expect(offenses).toEqual([]);
    expect(registry?.calls['product.one']).toEqual({
      method: 'GET',
      path: '/products/{id}',
      containers: { '': 'object', '/tags': 'list' },
    });
  });

  it('has a page for addresses that nothing is at, and rules for what fails', () => {
    const { registry } = shopAt(BASE, '{}\n', {
      'config/errors.yaml': '{ rules: [{ on: network, show: none }] }\n',
    });
    expect(registry?.site.pages).toMatchObject({ home: '/', notFound: '/404' });
    expect(registry?.routes.map(({ path }) => path)).toEqual(['/', '/404']);
    expect(registry?.errors.rules).toHaveLength(1);
  });

  it('keeps its own page for addresses that nothing is at', () => {
    const own = 'name: lost\npath: /404\nblocks: []\n';
    const { registry } = shopAt(BASE, '{}\n', { 'config/pages/lost.yaml': own });
    expect(registry?.routes.map(({ name }) => name)).toEqual(['index', 'lost']);
  });

  it('may answer that there is no such thing', () => {
    const { registry } = shopAt(BASE, "pen.one: { get: '/pens/{id}', response: pen }\n", {
      'schemas/shop/entities/pen.schema.json':
        '{ "type": ["object", "null"], "properties": { "id": { "type": "string" } } }',
    });
    expect(registry?.calls['pen.one']).toEqual({ method: 'GET', path: '/pens/{id}', nullable: true });
  });

  it('asks no server whose answer depends on the reader, unless it knows the reader', () => {
    const { registry } = shopAt(
      BASE,
      'cart.show: { get: /cart, personal: true, response: { id: string } }\n',
    );
    expect(registry?.calls['cart.show']).toMatchObject({ personal: true });
  });
});

it('a call of the site itself begins with /api/', () => {
  expectOffense(shopAt('', 'product.list: { get: /products }\n'), 'call-path', {
    at: '/products',
    message: /以 \/api\/ 开头/,
  });
});

describe('settings of an API that exclude each other', () => {
  it.each([
    [
      'a secret in the browser',
      "{ base: 'https://a.example.com', through: browser, headers: { x-key: { env: KEY } } }",
      /环境变量/,
    ],
    [
      'a cookie that scripts here cannot read',
      "{ base: 'https://a.example.com', through: browser, auth: { csrf: { cookie: t, header: X-T } } }",
      /cookie/,
    ],
    ['a password in the address', "{ base: 'https://me:secret@a.example.com' }", /密码/],
    ['a private address in a public network', "{ base: 'http://192.168.1.9:9000', network: public }", /内网/],
    ['this machine in a public network', "{ base: 'http://localhost:9000', network: public }", /内网/],
    [
      'a call that is not there',
      "{ base: 'https://a.example.com', auth: { bearer: { from: { user.login: /token } } } }",
      /user\.login/,
    ],
  ])('%s', (_, api, message) => {
    const { offenses } = shopAt(`api: ${api}`, '{}\n');
    expect(offenses.filter(({ code }) => code === 'api-settings').map((one) => one.message.zh)).toEqual([
      expect.stringMatching(message),
    ]);
  });
});

describe('a GraphQL query in a file', () => {
  const call = (body: string, more = '') =>
    `tea.list:\n  post: /shop\n  graphql: teas.graphql\n  body: ${body}\n${more}`;
  const file = (text: string) => ({ 'config/api/teas.graphql': text });
  const QUERY =
    'query Teas($term: String!, $skip: Int, $take: Int) {\n  # by name\n  teas(term: $term, skip: $skip, take: $take) { name }\n}\n';

  it('travels with the call, without its comments, and is data of a page', () => {
    const home =
      'name: index\npath: /\ndata: { teas: { call: tea.list, body: { term: oolong } } }\nblocks: [{ block: text, text: $data.teas.name }]\n';
    const { registry, offenses } = shopAt(BASE, call('{ term: string }', '  response: { name: string }\n'), {
      ...file(QUERY),
      'config/pages/fixed.yaml': home,
    });
    expect(offenses).toEqual([]);
    expect(registry?.calls['tea.list']?.graphql).toBe(
      [
        'query Teas($term: String!, $skip: Int, $take: Int) {',
        '  teas(term: $term, skip: $skip, take: $take) {',
        '    name',
        '  }',
        '}',
      ].join('\n'),
    );
  });

  it('has the variables that are no text told to the client', () => {
    const { registry } = shopAt(
      BASE,
      call('{ term: string, take: integer?, skip: { type: boolean, default: true } }'),
      file(QUERY),
    );
    expect(registry?.calls['tea.list']?.typed).toEqual({ take: 'number', skip: 'boolean' });
  });

  it('that changes something is no data of a page', () => {
    const home =
      'name: index\npath: /\ndata: { teas: { call: tea.list } }\nblocks: [{ block: text, text: $data.teas.name }]\n';
    const checked = shopAt(BASE, call('{}', '  response: { name: string }\n'), {
      ...file('mutation { brew { name } }'),
      'config/pages/fixed.yaml': home,
    });
    expect(checked.offenses.map(({ code }) => code)).toEqual(['data-call']);
  });

  it('takes the page by the names of the API', () => {
    const paged =
      '  page: { list: /items, query: { offset: skip, size: take } }\n  response: { page: product-card }\n';
    const { offenses } = shopAt(
      BASE,
      call('{ term: string, page: integer?, page_size: integer? }', paged),
      file(QUERY),
    );
    expect(offenses).toEqual([]);
  });

  it('that is not there is reported with those that are', () => {
    const checked = shopAt(BASE, call('{}'), { 'config/api/tea.graphql': '{ teas { name } }' });
    expectOffense(checked, 'graphql-query', { at: 'teas.graphql', hint: /tea\.graphql/ });
  });

  it.each([
    ['is broken', 'query { teas {', /teas\.graphql:1:15/],
    ['holds two operations', 'query A { a } query B { b }', /2 operations/],
    ['requires what the call does not send', 'query ($term: String!) { teas }', /必填的变量 \$term/],
  ])('that %s is reported', (_, text, message) => {
    expectOffense(shopAt(BASE, call('{}'), file(text)), 'graphql-query', { at: 'teas.graphql', message });
  });

  it('that has no such variable is reported at the field', () => {
    expectOffense(
      shopAt(BASE, call('{ trem: string? }'), file('query ($term: String) { teas }')),
      'graphql-query',
      {
        at: 'trem',
        hint: /term/,
      },
    );
  });
});
