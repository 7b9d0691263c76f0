import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { answers, api, lossesIn, Shop } from './support.ts';

const GET = { get: answers({ type: 'string' }) };

describe('a text that is no document', () => {
  it.each([
    ['JSON that ends early', '{ "openapi": "3.1.0", ', /不是完整的 JSON .*1:23/],
    ['JSON with a comma too many', '{\n  "openapi": "3.1.0",\n}', /不是完整的 JSON .*3:1/],
    ['YAML with a bracket too few', 'openapi: 3.1.0\npaths: [\n', /不是完整的 YAML .*line 3/],
    ['YAML with a key twice', 'openapi: 3.1.0\nopenapi: 3.0.0\n', /Map keys must be unique/],
    ['a page of a web site', '\n<!DOCTYPE html><html></html>', /HTML/],
    ['something else', 'title: Teas\n', /没有 openapi/],
    ['a list', '- openapi: 3.1.0\n', /没有 openapi/],
    ['nothing', '', /没有 openapi/],
    ['Swagger', 'swagger: "2.0"\npaths: {}\n', /Swagger 2\.0.*转换成 OpenAPI 3.*swagger2openapi/s],
    ['a later OpenAPI', 'openapi: 4.0.0\npaths: {}\n', /4\.0\.0/],
    ['a document without operations', 'openapi: 3.1.0\npaths: {}\n', /没有操作/],
  ])('is refused: %s', (_, text, message) => {
    expect(() => new Shop().import(text)).toThrow(message);
  });

  it('may begin with a byte order mark', () => {
    expect(new Shop().import(`\uFEFF${JSON.stringify(api({ '/a': GET }))}`).calls).toHaveLength(1);
  });
});

describe('references', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-import-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof value === 'string' ? value : JSON.stringify(value));
  };
  const importAt = (path: string, document: object) => {
    write(path, document);
    const shop = new Shop();
    const report = shop.import({ ...document }, { from: join(folder, path) });
    expect(shop.errors()).toEqual([]);
    return { shop, report };
  };
  const to = (ref: string) =>
    api(
      { '/a': { get: answers({ $ref: ref }) } },
      { Tea: { type: 'object', properties: { id: { type: 'integer' } } } },
    );

  it('lead to other files, and from there on and back', () => {
    write(
      'parts/tea.yaml',
      'type: object\nproperties:\n  maker: { $ref: "../makers.json#/Maker" }\n  back: { $ref: "../spec.json#/components/schemas/Tea" }\n  self: { $ref: "#" }\n',
    );
    write('makers.json', {
      Maker: { type: 'object', properties: { name: { $ref: '#/Name' } } },
      Name: { type: 'string', maxLength: 9 },
    });
    const { shop, report } = importAt('spec.json', to('./parts/tea.yaml'));
    expect(report.losses).toEqual([]);
    expect(shop.entity('tea')).toEqual({
      title: 'tea',
      type: 'object',
      properties: {
        maker: { $ref: 'maker.schema.json' },
        back: { $ref: 'tea-2.schema.json' },
        self: { $ref: 'tea.schema.json' },
      },
    });
    expect(shop.entity('maker')?.['properties']).toEqual({ name: { type: 'string', maxLength: 9 } });
    expect(shop.entity('tea-2')?.['title']).toBe('Tea');
  });

  it('lead to whole paths, parameters and answers', () => {
    write(
      'paths/a.yaml',
      'get:\n  parameters: [{ $ref: ../shared.yaml#/page }]\n  responses: { "200": { $ref: ../shared.yaml#/ok } }\n',
    );
    write(
      'shared.yaml',
      'page: { name: word, in: query, schema: { type: string } }\nok: { description: OK, content: { application/json: { schema: { type: array, items: { type: integer } } } } }\n',
    );
    const { shop } = importAt('whole.json', api({ '/a': { $ref: 'paths/a.yaml' } }));
    expect(shop.call('a.get')).toEqual({ get: '/a', query: { word: 'string?' }, response: 'integer[]' });
  });

  it('with odd names are followed', () => {
    const schemas = { 'a/b~c d': { type: 'object', properties: { id: { type: 'integer' } } } };
    const { shop, report } = importAt(
      'odd.json',
      api({ '/a': { get: answers({ $ref: '#/components/schemas/a~1b~0c%20d' }) } }, schemas),
    );
    expect(report.losses).toEqual([]);
    expect(shop.call('a.get')?.response).toBe('a-b-c-d');
  });

  it.each([
    ['another address', 'https://elsewhere.example/tea.json', 'ref-url'],
    ['an address without a scheme', '//elsewhere.example/tea.json', 'ref-url'],
    ['a file by its address', 'file:///etc/passwd', 'ref-url'],
    ['nothing there', '#/components/schemas/Coffee', 'ref-missing'],
    ['no pointer', '#Tea', 'ref-missing'],
    ['a file that is not there', 'missing.json', 'ref-unreadable'],
    ['a file that is broken', 'broken.json', 'ref-unreadable'],
    ['a file outside', '../outside.json', 'ref-outside'],
    ['a link to a file outside', 'link.json', 'ref-outside'],
    ['itself', '#/components/schemas/Loop', 'ref-cycle'],
    ['a circle', '#/components/schemas/One', 'ref-cycle'],
  ])('that lead to %s are reported, and allow any value', (_, ref, code) => {
    write('broken.json', '{');
    writeFileSync(join(folder, '..', 'outside.json'), '{}');
    rmSync(join(folder, 'link.json'), { force: true });
    symlinkSync(join(folder, '..', 'outside.json'), join(folder, 'link.json'));
    const document = to(ref);
    Object.assign((document['components'] as { schemas: object }).schemas, {
      Loop: { $ref: '#/components/schemas/Loop' },
      One: { $ref: '#/components/schemas/Two' },
      Two: { $ref: '#/components/schemas/One' },
    });
    const { shop, report } = importAt('spec.json', document);
    rmSync(join(folder, '..', 'outside.json'));
    expect(shop.call('a.get')).toEqual({ get: '/a' });
    expect(report.losses.map((loss) => loss.code)).toEqual([code]);
  });

  it('of a document from the net lead to no file of this machine', () => {
    const shop = new Shop();
    const report = shop.import(to('spec.json#/components/schemas/Tea'), {
      from: 'https://docs.example/openapi.json',
    });
    expect(lossesIn(report)).toEqual([
      'ref-url /paths/~1a/get/responses/200/content/application~1json/schema',
    ]);
  });
});

describe('hostile names', () => {
  it('become none of this program', () => {
    const text = `{
      "openapi": "3.1.0", "info": { "title": "__proto__\\n# x: y", "version": "1" }, "servers": [{ "url": "https://a.example" }],
      "paths": {
        "/__proto__": { "get": { "operationId": "__proto__", "tags": ["__proto__"], "responses": { "200": { "description": "", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/__proto__" } } } } } } },
        "/constructor/{constructor}": { "get": { "operationId": "constructor", "tags": ["constructor"], "parameters": [{ "name": "constructor", "in": "path", "required": true, "schema": { "type": "integer" } }, { "name": "__proto__", "in": "query", "schema": { "type": "string" } }], "responses": {} } },
        "/quotes": { "get": { "operationId": "'\\"); drop", "tags": ["it's \\"a\\" tag: [x]"], "summary": "': \\"# {[&*!|>%@\\u0000\\ufffd", "responses": {} } }
      },
      "components": { "schemas": { "__proto__": { "type": "object", "properties": { "__proto__": { "type": "string" }, "toString": { "type": "string" }, "constructor": { "type": "string" } } } } }
    }`;
    const shop = new Shop();
    const report = shop.import(text);
    expect(shop.errors()).toEqual([]);
    expect(report.calls.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'proto.proto written',
      'constructor.constructor written',
      'it-s-a-tag-x.drop written',
    ]);
    expect(shop.call('constructor.constructor')).toMatchObject({ get: '/constructor/{constructor_}' });
    expect(shop.call('it-s-a-tag-x.drop')?.description).toBe(`': "# {[&*!|>%@`);
    expect(Object.keys(shop.entity('proto')?.['properties'] as object)).toEqual(['toString', 'constructor']);
    expect(lossesIn(report)).toEqual([
      'parameter-name /paths/~1constructor~1{constructor}/get/parameters/1',
      'property-unsafe /components/schemas/__proto__/properties/__proto__',
    ]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(shop.import(text).calls.every(({ outcome }) => outcome === 'unchanged')).toBe(true);
  });
});

describe('documents made to hurt', () => {
  const deep = Array.from({ length: 3000 }).reduce<object>((items) => ({ type: 'array', items }), {});
  const wide = Array.from({ length: 25_000 }, (_, index) => [`p${index}`, { type: 'string' }]);

  it.each([
    ['schemas inside schemas', { it: deep }, 'schema-deep'],
    ['a schema of thousands', Object.fromEntries(wide), 'schema-large'],
  ])('end in a line: %s', (_, properties, code) => {
    const shop = new Shop();
    const report = shop.import(api({ '/a': { get: answers({ type: 'object', properties }) } }));
    expect(report.losses.map((loss) => loss.code)).toContain(code);
    expect(shop.errors()).toEqual([]);
  });

  it('are refused where aliases grow without end', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const inner = Array.from({ length: 9 }, (__, index) => `p${index}: *a${level - 1}`).join(', ');
      return `x-${level}: &a${level} { properties: { ${level === 0 ? 'z: {}' : inner} } }`;
    });
    expect(() => new Shop().import(`openapi: 3.1.0\n${levels.join('\n')}\n`)).toThrow(/alias/);
  });

  it('may merge what merges what merges', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `S${index}`,
        {
          allOf: [
            { $ref: `#/components/schemas/S${index + 1}` },
            { $ref: `#/components/schemas/S${index + 1}` },
            { type: 'object', properties: { [`p${index}`]: { type: 'string' } } },
          ],
        },
      ]),
    );
    const shop = new Shop();
    shop.import(
      api(
        { '/a': { get: answers({ $ref: '#/components/schemas/S0' }) } },
        { ...schemas, S40: { type: 'object', properties: { last: { type: 'string' } } } },
      ),
    );
    expect(Object.keys(shop.entity('s0')?.['properties'] as object)).toHaveLength(41);
  });
});
