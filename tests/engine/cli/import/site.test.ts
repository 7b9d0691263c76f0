import { describe, expect, it } from 'vitest';
import { addToSite } from '#engine/cli/import/write/site-file.ts';
import { answers, api, documentFile, Shop } from './support.ts';

const API = {
  base: 'https://a.example',
  answers: { ok: { status: '2xx' } },
  page: { list: '', query: { page: 'p' } },
};

describe('what site.yaml lacks', () => {
  it.each([
    [
      'no api',
      '# shop\ntitle: 店   # name\n',
      "# shop\ntitle: 店   # name\napi:\n  base: https://a.example\n  answers:\n    ok: { status: 2xx }\n  page:\n    list: ''\n    query: { page: p }\n",
    ],
    [
      'an api of lines',
      'title: 店\napi:\n  timeout: 3000   # ms\n\n# roles\nroles: {}\n',
      "title: 店\napi:\n  timeout: 3000   # ms\n  base: https://a.example\n  answers:\n    ok: { status: 2xx }\n  page:\n    list: ''\n    query: { page: p }\n\n# roles\nroles: {}\n",
    ],
    [
      'an api in one line',
      "title: 店\napi: { base: 'https://b.example' }   # theirs\n",
      "title: 店\napi: { base: 'https://b.example', answers: { ok: { status: 2xx } }, page: { list: '', query: { page: p } } }   # theirs\n",
    ],
    [
      'a part of it',
      'api:\n  base: x\n  page:\n    list: /mine\n  answers: {}\ntitle: 店\n',
      'api:\n  base: x\n  page:\n    list: /mine\n    query: { page: p }\n  answers: { ok: { status: 2xx } }\ntitle: 店\n',
    ],
    [
      'no end of line',
      'title: 店',
      "title: 店\napi:\n  base: https://a.example\n  answers:\n    ok: { status: 2xx }\n  page:\n    list: ''\n    query: { page: p }\n",
    ],
  ])('is added without touching another character: %s', (_, before, after) => {
    expect(addToSite(before, API)).toBe(after);
  });

  it('is nothing where everything is said', () => {
    const text = addToSite('title: x\n', API) ?? '';
    expect(addToSite(text, API)).toBe(text);
  });

  it('is not written into what cannot be read', () => {
    expect(addToSite('title: [', API)).toBeUndefined();
    expect(addToSite('- a list', API)).toBeUndefined();
  });
});

describe('the proposal for site.yaml', () => {
  it('is only told without --site', () => {
    const shop = new Shop();
    const before = shop.read('config/site.yaml');
    const { site } = shop.import(documentFile('tea-house.yaml'), { writesSite: false });
    expect(shop.read('config/site.yaml')).toBe(before);
    expect(site).toMatchObject({
      isWritten: false,
      api: { base: 'https://api.tea.example/v1', encoding: 'json' },
    });
    expect(shop.call('teas.get')).toMatchObject({ response: 'tea' });
  });

  it('is reported where site.yaml says something else, and the calls are written for what it says', () => {
    const shop = new Shop({
      'config/site.yaml':
        'title: x\nchecks: { unused-call: off }\napi: { base: https://b.example, encoding: form }\n',
    });
    const { site } = shop.import(documentFile('tea-house.yaml'));
    expect(site.words.map(({ en }) => en)).toEqual([
      'api.base of site.yaml is "https://b.example", and the calls are written for it; the document suggests "https://api.tea.example/v1"',
      'api.encoding of site.yaml is "form", and the calls are written for it; the document suggests "json"',
    ]);
    expect(shop.call('teas.create')?.encoding).toBe('json');
    expect(shop.call('orders.create')).not.toHaveProperty('encoding');
    expect(shop.errors()).toEqual([]);
  });

  it('names the calls by hand that it would concern', () => {
    const shop = new Shop({
      'config/api/own.yaml': 'own.a: { get: /api/a }\nown.b: { get: /api/b, answers: {} }\n',
    });
    const { advice } = shop.import(documentFile('tea-house.yaml'));
    expect(advice.map(({ words }) => words.en)).toContainEqual(
      expect.stringMatching(/declared by hand: own\.a; /),
    );
  });
});

describe('where the API is', () => {
  const at = (servers: object[] | undefined, source = 'api.yaml', path = '/teas', site?: string) => {
    const shop = new Shop(
      site === undefined
        ? {}
        : { 'config/site.yaml': `title: x\nchecks: { unused-call: off }\napi: { base: '${site}' }\n` },
    );
    const document = api({ [path]: { get: answers({ type: 'string' }) } }, {}, { servers });
    const report = shop.import(document, { from: source });
    const [call] = report.calls;
    return {
      base: report.site.api['base'],
      path: shop.call(call?.name ?? '')?.get,
      report,
      errors: shop.errors(),
    };
  };

  it.each([
    [
      'said by its first server',
      [{ url: 'https://a.example/v1/' }, { url: 'https://b.example' }],
      'api.yaml',
      '/teas',
      undefined,
      'https://a.example/v1',
      '/teas',
    ],
    [
      'beside the document',
      [{ url: '/v2' }],
      'https://docs.example/openapi.json',
      '/teas',
      undefined,
      'https://docs.example/v2',
      '/teas',
    ],
    ['on this site', [{ url: '/api/v1' }], 'api.yaml', '/teas', undefined, undefined, '/api/v1/teas'],
    ['on this site without a word', undefined, 'api.yaml', '/api/teas', undefined, undefined, '/api/teas'],
    [
      'below the base of the site',
      [{ url: 'https://a.example/v1' }],
      'api.yaml',
      '/teas',
      'https://a.example',
      undefined,
      '/v1/teas',
    ],
    [
      'where the site says it is',
      [{ url: 'https://a.example' }],
      'api.yaml',
      '/teas',
      'https://staging.example',
      'https://a.example',
      '/teas',
    ],
  ])('is %s', (_, servers, source, path, site, base, expected) => {
    const found = at(servers, source, path, site);
    expect(found.base).toBe(base);
    expect(found.path).toBe(expected);
    expect(found.errors).toEqual([]);
  });

  it('is for a person to say where the document does not', () => {
    const { report, path } = at([{ url: '/v1' }]);
    expect(path).toBe('/teas');
    expect(report.advice.map(({ words }) => words.en)).toContainEqual(
      expect.stringMatching(/write api\.base/),
    );
  });
});

describe('who may call', () => {
  const secured = (schemes: object, security: object[] | undefined, more: object = {}) => {
    const shop = new Shop({
      'config/site.yaml':
        'title: x\nchecks: { unused-call: off }\nroles: { member: $user.id, staff: $user.staff }\nuser: { visitor: { id: 0, staff: false } }\napi: { base: https://api.example.com }\n',
    });
    const me = answers({ type: 'string' }, { security });
    const open = { '/open': { get: answers({ type: 'string' }) } };
    const report = shop.import(
      api({ '/me': { get: me }, ...open, ...more }, {}, { components: { securitySchemes: schemes } }),
    );
    return { call: shop.call('me.get'), report, shop };
  };
  const adviceOf = (schemes: object, more?: object) =>
    secured(schemes, [Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))], more).report;

  it('is described by roles where scopes have their names', () => {
    expect(
      secured({ session: { type: 'apiKey', in: 'cookie', name: 'sid' } }, [{ session: ['member'] }]).call,
    ).toMatchObject({ access: 'member' });
  });

  it.each([
    ['a token', { a: { type: 'http', scheme: 'bearer' } }, true],
    ['a cookie', { a: { type: 'apiKey', in: 'cookie', name: 'sid' } }, true],
    ['a key of the shop', { a: { type: 'apiKey', in: 'header', name: 'X-Key' } }, undefined],
  ])('makes an answer personal with %s', (_, schemes, personal) => {
    expect(secured(schemes, [{ a: [] }]).call?.personal).toBe(personal);
    expect(secured(schemes, [{}, { a: [] }]).call?.personal).toBeUndefined();
  });

  it('is proposed for each scheme', () => {
    const token = {
      type: 'object',
      properties: { data: { type: 'object', properties: { access_token: { type: 'string' } } } },
    };
    const login = { '/login': { post: answers(token) } };
    expect(adviceOf({ a: { type: 'oauth2', flows: {} } }, login).advice[0]?.api).toEqual({
      auth: { bearer: { from: { 'login.create': '/data/access_token' } } },
    });
    expect(adviceOf({ a: { type: 'http', scheme: 'bearer' } }).advice[0]?.words.en).toMatch(
      /no operation seems to give one/,
    );
    expect(adviceOf({ a: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } }).advice[0]?.api).toEqual({
      headers: { 'X-Api-Key': { env: 'X_API_KEY' } },
    });
    expect(adviceOf({ a: { type: 'http', scheme: 'basic' } }).advice[0]?.api).toEqual({
      headers: { Authorization: { env: 'A_AUTHORIZATION' } },
    });
    expect(adviceOf({ a: { type: 'apiKey', in: 'cookie', name: 'sid' } }).advice[0]?.api).toEqual({});
  });

  it('is reported where the engine has no way for it', () => {
    const { losses } = adviceOf({
      a: { type: 'apiKey', in: 'query', name: 'key' },
      b: { type: 'mutualTLS' },
      c: { type: 'apiKey', in: 'header', name: 'api_key' },
    });
    expect(losses.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'security-query /components/securitySchemes/a',
      'security-scheme /components/securitySchemes/b',
      'security-header /components/securitySchemes/c',
    ]);
  });

  it('is proposed for a header that most operations require', () => {
    const shop = new Shop();
    const get = answers(
      { type: 'string' },
      { parameters: [{ name: 'X-Shop', in: 'header', required: true, schema: { type: 'string' } }] },
    );
    expect(shop.import(api({ '/a': { get } })).advice[0]?.api).toEqual({
      headers: { 'X-Shop': { env: 'X_SHOP' } },
    });
  });
});
