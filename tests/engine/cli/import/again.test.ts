import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LOCK_FILE } from '#engine/cli/import/import-document.ts';
import { answers, api, documentFile, Shop } from './support.ts';

type Json = Record<string, unknown>;

const TEA_HOUSE = documentFile('tea-house.yaml');
const TEAS = 'config/api/teas.yaml';
const LINE = 'schemas/entities/line.schema.json';

/** The document with a change. */
function changed(change: (document: { paths: Json; components: { schemas: Json } }) => void): Json {
  const document = parse(TEA_HOUSE);
  change(document);
  return document;
}

const withGrade = changed(({ paths }) => {
  const { get } = paths['/teas'] as { get: { parameters: object[] } };
  get.parameters.push({ name: 'grade', in: 'query', schema: { type: 'string' } });
});

const withLabel = changed(({ components }) => {
  (components.schemas['Line'] as { properties: Json }).properties['label'] = { type: 'string' };
});

const without = (path: string) => changed(({ paths }) => void delete paths[path]);

function imported(): Shop {
  const shop = new Shop();
  shop.import(TEA_HOUSE);
  return shop;
}

/** Imports again; what it did to calls and entities but for leaving them as they were. */
function again(shop: Shop, document: string | Json = TEA_HOUSE, only: string[] = []): string[] {
  const { calls, entities } = shop.import(document, { only });
  expect(shop.errors()).toEqual([]);
  return [...calls, ...entities]
    .filter(({ outcome }) => outcome !== 'unchanged')
    .map(({ name, outcome }) => `${name} ${outcome}`);
}

function edit(shop: Shop, path: string, from: string, to: string): void {
  const text = shop.read(path);
  expect(text).toContain(from);
  shop.files.set(path, text.replace(from, to));
}

describe('a second import', () => {
  it('touches no file where nothing has changed', () => {
    const shop = imported();
    const before = new Map(shop.files);
    expect(again(shop)).toEqual([]);
    expect(shop.files).toEqual(before);
  });

  it('touches no file where only the order of the document has changed', () => {
    const shop = imported();
    const before = new Map(shop.files);
    const reversed = changed((document) => {
      document.paths = Object.fromEntries(Object.entries(document.paths).toReversed());
      document.components.schemas = Object.fromEntries(
        Object.entries(document.components.schemas).toReversed(),
      );
    });
    expect(again(shop, reversed)).toEqual([]);
    expect(shop.files).toEqual(before);
  });

  it('changes the one call that has changed, and nothing around it', () => {
    const shop = imported();
    edit(shop, TEAS, 'teas.create:', '\n# --- what staff do ---\n\nteas.create:');
    const before = shop.read(TEAS);
    expect(again(shop, withGrade)).toEqual(['teas.list updated']);
    expect(shop.read(TEAS)).toBe(
      before
        .replace('    inStock:', '    inStock:')
        .replace('true }\n    page:', 'true }\n    grade: string?\n    page:'),
    );
  });

  it('changes the one entity that has changed', () => {
    const shop = imported();
    const before = new Map(shop.files);
    expect(again(shop, withLabel)).toEqual(['line updated']);
    expect(shop.entity('line')).toHaveProperty('properties.label');
    const touched = [...shop.files].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    expect(touched.toSorted()).toEqual([LOCK_FILE, LINE]);
  });

  it('adds what is new, and keeps the names of what was there', () => {
    const shop = imported();
    const more = changed(({ paths, components }) => {
      paths['/tea-list'] = {
        get: answers({ $ref: '#/components/schemas/TEA' }, { tags: ['teas'], operationId: 'list' }),
      };
      components.schemas['TEA'] = { type: 'object', properties: { data: { type: 'string' } } };
    });
    expect(again(shop, more)).toEqual(['teas.getTeaList written']);
    expect(shop.call('teas.list')).toHaveProperty('get', '/teas');
  });

  it('knows what has moved to another path by its name', () => {
    const shop = imported();
    edit(shop, TEAS, '  get: /teas\n', '  get: /teas   # all of them\n');
    const moved = changed((document) => {
      document.paths = Object.fromEntries(
        Object.entries(document.paths).map(([path, item]) => [`/v2${path}`, item]),
      );
    });
    expect(again(shop, moved)).toEqual([
      'teas.list conflict',
      ...[
        'teas.create',
        'teas.get',
        'teas.delete',
        'orders.create',
        'orders.createSlip',
        'login.login',
        'me.whoAmI',
      ].map((name) => `${name} updated`),
    ]);
    expect(shop.call('me.whoAmI')?.get).toBe('/v2/me');
    expect(shop.entities()).toContain('login-login');
    expect(again(shop, moved)).toEqual(['teas.list edited']);
  });

  it('knows what has moved within the document by its name', () => {
    const shop = imported();
    edit(shop, LINE, '"title": "Line"', '"title": "订单行"');
    const moved = JSON.stringify(parse(TEA_HOUSE))
      .replaceAll('#/components/schemas/', '#/components/x-models/')
      .replace('"schemas":', '"x-models":');
    expect(again(shop, moved)).toEqual(['line edited']);
    expect(shop.entities().toSorted()).toEqual(imported().entities().toSorted());
  });

  it('goes on with the file that is full', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [
        `/teas/n${index}`,
        { get: answers({ type: 'string' }, { summary: 'x'.repeat(300) }) },
      ]),
    );
    const shop = new Shop();
    shop.import(api(paths));
    expect(shop.errors()).toEqual([]);
    const files = [...shop.files.keys()].filter((path) => /^config\/api\/.*yaml$/.test(path));
    expect(files).toEqual([TEAS, 'config/api/teas-2.yaml']);
    const before = new Map(shop.files);
    shop.import(api(paths));
    expect(shop.files).toEqual(before);
  });
});

describe('what was edited by hand', () => {
  it.each([
    ['a comment above', 'teas.create:', '# ask first\nteas.create:'],
    ['a comment within', '  post: /teas', '  post: /teas   # by staff only'],
    ['another key', '  post: /teas', '  post: /teas\n  delay: 200'],
    ['another type', 'price: number', 'price: yuan'],
  ])('stays while the document stays: %s', (_, from, to) => {
    const shop = imported();
    edit(shop, TEAS, from, to);
    const before = new Map(shop.files);
    expect(again(shop)).toEqual(['teas.create edited']);
    expect(shop.files).toEqual(before);
    expect(again(shop, withGrade)).toEqual(['teas.list updated', 'teas.create edited']);
    expect(shop.read(TEAS)).toContain(to);
  });

  it('stays where both have changed, which is reported once', () => {
    const shop = imported();
    edit(shop, TEAS, '  get: /teas\n', '  get: /teas\n  delay: 200\n');
    expect(again(shop, withGrade)).toEqual(['teas.list conflict']);
    expect(shop.call('teas.list')).toMatchObject({ delay: 200 });
    expect(shop.call('teas.list')?.query).not.toHaveProperty('grade');
    expect(again(shop, withGrade)).toEqual(['teas.list edited']);
  });

  it('may already be what the document says now', () => {
    const shop = imported();
    edit(
      shop,
      TEAS,
      '    page: { type: integer, default: 1 }',
      '    grade: string?\n    page: { type: integer, default: 1 }',
    );
    expect(again(shop, withGrade)).toEqual([]);
    expect(again(shop)).toEqual(['teas.list updated']);
  });

  it('is not what only a formatter has laid out', () => {
    const shop = imported();
    edit(
      shop,
      TEAS,
      '    page: { type: integer, default: 1 }',
      '    page:\n      default: 1\n      type: "integer"',
    );
    shop.files.set(LINE, JSON.stringify(shop.entity('line')));
    const before = new Map(shop.files);
    expect(again(shop)).toEqual([]);
    expect(shop.files).toEqual(before);
    expect(again(shop, withGrade)).toEqual(['teas.list updated']);
    expect(again(shop, withLabel)).toEqual(['teas.list updated', 'line updated']);
  });

  it('is not the ends of lines', () => {
    const shop = imported();
    for (const path of [TEAS, LINE]) shop.files.set(path, shop.read(path).replaceAll('\n', '\r\n'));
    const before = new Map(shop.files);
    expect(again(shop)).toEqual([]);
    expect(shop.files).toEqual(before);
  });

  it('is an entity as well as a call', () => {
    const shop = imported();
    edit(shop, LINE, '"title": "Line"', '"title": "订单行"');
    expect(again(shop)).toEqual(['line edited']);
    expect(again(shop, withLabel)).toEqual(['line conflict']);
    expect(shop.entity('line')).toMatchObject({ title: '订单行' });
  });

  it('may be the name of a call, which then stays its name', () => {
    const shop = imported();
    edit(shop, TEAS, 'teas.list:', 'teas.all:');
    expect(again(shop)).toEqual(['teas.all edited']);
    expect(again(shop, withGrade)).toEqual(['teas.all updated']);
    expect(shop.call('teas.all')?.query).toHaveProperty('grade');
  });

  it('may be the file in which a call stands', () => {
    const shop = imported();
    const [head, calls = ''] = shop.read(TEAS).split(/(?=teas\.list:)/);
    shop.files.set(TEAS, head ?? '').set('config/api/shop.yaml', calls);
    shop.files.delete(TEAS);
    expect(again(shop, withGrade)).toEqual(['teas.list updated']);
    expect(shop.read('config/api/shop.yaml')).toContain('grade: string?');
    expect(shop.files.has(TEAS)).toBe(false);
  });

  it('may be that a call is not there any more', () => {
    const shop = imported();
    shop.files.set(TEAS, shop.read(TEAS).replace(/teas\.delete:\n(?: .*\n)*/, ''));
    expect(again(shop)).toEqual(['teas.delete deleted']);
    expect(again(shop)).toEqual(['teas.delete deleted']);
    expect(shop.call('teas.delete')).toBeUndefined();
  });

  it('does not stay where an entity is missing that a call needs', () => {
    const shop = imported();
    shop.files.delete(LINE);
    expect(again(shop)).toEqual(['line written']);
  });
});

describe('what the document has no more', () => {
  it('is removed, with the entities that nothing else needs', () => {
    const shop = imported();
    expect(again(shop, without('/me'))).toEqual(['me.whoAmI removed', 'person removed']);
    expect(shop.files.has('config/api/me.yaml')).toBe(false);
    expect(shop.entity('person')).toBeUndefined();
    expect(shop.entity('tea')).toBeDefined();
    expect(again(shop, without('/me'))).toEqual([]);
  });

  it('stays where it was edited by hand, which is reported once', () => {
    const shop = imported();
    edit(shop, 'config/api/me.yaml', '  get: /me', '  get: /me   # who asks');
    expect(again(shop, without('/me'))).toEqual(['me.whoAmI orphaned', 'person orphaned']);
    expect(shop.call('me.whoAmI')).toBeDefined();
    expect(shop.entity('person')).toBeDefined();
    expect(again(shop, without('/me'))).toEqual([]);
  });

  it.each([
    ['a call', 'config/api/own.yaml', 'own.person: { get: /own, response: person }\n'],
    [
      'an entity',
      'schemas/entities/own.schema.json',
      '{ "properties": { "who": { "$ref": "person.schema.json" } } }',
    ],
    [
      'a block',
      'schemas/blocks/own.schema.json',
      '{ "properties": { "who": { "$ref": "../entities/person.schema.json" } } }',
    ],
  ])('stays where %s of the shop uses it', (_, path, text) => {
    const shop = imported();
    shop.files.set(path, text);
    const { calls, entities } = shop.import(without('/me'));
    expect(calls.find(({ outcome }) => outcome === 'removed')?.name).toBe('me.whoAmI');
    expect(entities.find(({ outcome }) => outcome === 'orphaned')?.name).toBe('person');
    expect(shop.entity('person')).toBeDefined();
  });

  it('leaves the comments of a file that is not only its own', () => {
    const shop = imported();
    shop.files.set('config/api/me.yaml', `${shop.read('config/api/me.yaml')}\n# To do: addresses.\n`);
    again(shop, without('/me'));
    expect(shop.read('config/api/me.yaml')).toMatch(
      /editor\/call.schema.json\n# .*\n\n\n# To do: addresses\.\n\{\}\n$/,
    );
    expect(again(shop)).toEqual(['me.whoAmI written', 'person written']);
    expect(shop.read('config/api/me.yaml')).toMatch(/addresses\.\n\n?me\.whoAmI:\n/);
  });
});

describe('an import of some operations', () => {
  it('leaves the others as they are, in the config and in the document', () => {
    const shop = imported();
    const both = changed((document) => {
      (document.paths['/me'] as { get: Json }).get['summary'] = 'Who asks';
      (document.paths['/teas'] as { get: Json }).get['summary'] = 'Every tea';
    });
    expect(again(shop, both, ['/teas'])).toEqual(['teas.list updated']);
    expect(shop.call('me.whoAmI')).not.toHaveProperty('description');
    expect(shop.entity('person')).toBeDefined();
    expect(again(shop, both)).toEqual(['me.whoAmI updated']);
  });

  it('adds to those of another import', () => {
    const shop = new Shop();
    shop.import(TEA_HOUSE, { only: ['/me'] });
    expect(again(shop, TEA_HOUSE, ['/orders'])).toEqual([
      'orders.create written',
      'order written',
      'transfer written',
      'card written',
      'line written',
      'address written',
    ]);
    expect(again(shop, TEA_HOUSE, ['/me'])).toEqual([]);
  });
});

describe('two documents in one shop', () => {
  const other = {
    ...api(
      { '/pots': { get: answers({ $ref: '#/components/schemas/Tea' }) } },
      { Tea: { type: 'object', properties: { pot: { type: 'string' } } } },
    ),
    info: { title: 'Pots', version: '1' },
  };

  it('leave each other alone', () => {
    const shop = imported();
    const before = shop.read(TEAS);
    const { calls, entities } = shop.import(other, { from: 'pots.yaml', id: 'pots.yaml' });
    expect(calls).toMatchObject([{ name: 'pots.get', outcome: 'written' }]);
    expect(entities).toMatchObject([{ name: 'api-tea', outcome: 'written' }]);
    expect(shop.read(TEAS)).toBe(before);
    expect(again(shop)).toEqual([]);
    expect(shop.call('pots.get')?.response).toBe('api-tea');
  });

  it('are distinguished by their titles, and by their places where a title has changed', () => {
    const shop = imported();
    expect(again(shop, { ...parse(TEA_HOUSE), info: { title: 'The Tea House', version: '2' } })).toEqual([]);
    const lock = JSON.parse(shop.read(LOCK_FILE)) as { documents: { title: string }[] };
    expect(lock.documents.map(({ title }) => title)).toEqual(['The Tea House']);
  });
});

describe('a config that cannot be read', () => {
  it('is not written into', () => {
    const shop = imported();
    shop.files.set(TEAS, `${shop.read(TEAS)}  broken: [`);
    expect(() => shop.import(TEA_HOUSE)).toThrow(/config\/api\/teas\.yaml 读不懂/);
  });

  it('may be the record of the import, which is not guessed', () => {
    const shop = imported();
    shop.files.set(LOCK_FILE, '{ "version": 2 }');
    expect(() => shop.import(TEA_HOUSE)).toThrow(/读不懂 config\/api\/openapi\.lock\.json/);
    shop.files.set(LOCK_FILE, '<<<<<<< HEAD');
    expect(() => shop.import(TEA_HOUSE)).toThrow(/读不懂/);
  });

  it('has calls by hand that stay, whatever the document says of them', () => {
    const site =
      'title: x\nchecks: { unused-call: off }\napi: { base: https://api.tea.example/v1, answers: {} }\n';
    const shop = new Shop({ 'config/site.yaml': site, 'config/api/mine.yaml': 'mine.who: { get: /me }\n' });
    const { calls } = shop.import(TEA_HOUSE, { only: ['/me'] });
    expect(calls).toEqual([
      { key: 'GET /me', name: 'mine.who', file: 'config/api/mine.yaml', outcome: 'taken' },
    ]);
    expect(shop.read('config/api/mine.yaml')).toBe('mine.who: { get: /me }\n');
  });
});
