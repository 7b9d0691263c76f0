import { describe, expect, it } from 'vitest';
import { readTree } from '#engine/cli/files.ts';
import { answers, api, documentFile, lossesIn, Shop } from './support.ts';

type Json = Record<string, unknown>;

/** The entity that a schema becomes, and what is lost of it. */
function entityOf(schema: Json, others: Json = {}, openapi = '3.1.0') {
  const shop = new Shop();
  const isWhole = ['properties', 'allOf', 'discriminator'].some((key) => key in schema);
  const tea = isWhole ? schema : { type: 'object', properties: { it: schema } };
  const report = shop.import({
    ...api({ '/teas': { get: answers({ $ref: '#/components/schemas/Tea' }) } }, { Tea: tea, ...others }),
    openapi,
  });
  expect(shop.errors()).toEqual([]);
  const entity = shop.entity('tea') ?? {};
  return { entity, it: (entity['properties'] as Json | undefined)?.['it'], losses: lossesIn(report), shop };
}

describe('an entity', () => {
  it('has the title, the words and the limits of the document', () => {
    const shop = new Shop();
    shop.import(documentFile('tea-house.yaml'));
    expect(shop.entity('tea')).toEqual({
      title: '茶',
      description: 'A tea that is sold',
      type: 'object',
      required: ['name', 'price', 'id'],
      properties: {
        name: { description: 'As it is printed', type: 'string', minLength: 1 },
        kind: { type: 'string', enum: ['green', 'black', 'oolong'], default: 'green' },
        price: { type: 'number', exclusiveMinimum: 0 },
        tags: { type: 'array', maxItems: 5, items: { type: 'string' } },
        id: { type: 'integer', examples: [7] },
        alike: { type: 'array', items: { $ref: 'tea.schema.json' } },
        maker: { anyOf: [{ $ref: 'maker.schema.json' }, { type: 'null' }] },
        batch: { type: ['string', 'null'] },
        grade: { type: ['string', 'null'], enum: ['A', 'B', null] },
      },
      examples: [{ id: 1, name: 'Longjing', kind: 'green', price: 12.5 }],
    });
  });

  it.each([
    ['nullable of 3.0', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'a list of types of 3.1',
      { type: ['integer', 'null'], minimum: 1 },
      { type: ['integer', 'null'], minimum: 1 },
    ],
    [
      'a branch of anyOf',
      { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
      { type: ['string', 'null'], maxLength: 3 },
    ],
    [
      'a branch of oneOf',
      { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    ],
    ['a choice', { type: 'string', enum: ['a', null] }, { type: 'string', enum: ['a', null] }],
    [
      'beside a reference',
      { description: 'Who', anyOf: [{ $ref: '#/components/schemas/Maker' }, { type: 'null' }] },
      { description: 'Who', anyOf: [{ $ref: 'maker.schema.json' }, { type: 'null' }] },
    ],
  ])('allows null as %s', (_, schema, expected) => {
    expect(
      entityOf(schema, { Maker: { type: 'object', properties: { id: { type: 'integer' } } } }).it,
    ).toEqual(expected);
  });

  it.each([
    [
      'bounds of 3.0',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 5 },
    ],
    [
      'a type that is not said',
      { properties: { a: { type: 'string' } } },
      { type: 'object', properties: { a: { type: 'string' } } },
    ],
    [
      'further fields of one type',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
    ['further fields of any type', { type: 'object', additionalProperties: true }, { type: 'object' }],
    ['an example of 3.0', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
    ['the width of a number', { type: 'integer', format: 'int64' }, { type: 'integer' }],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'string' }] },
    ],
    ['a constant', { const: 'tea' }, { const: 'tea' }],
  ])('keeps %s', (_, schema, expected) => {
    const { it: found, losses } = entityOf({ type: 'object', properties: { it: schema } });
    expect(found).toEqual(expected);
    expect(losses).toEqual([]);
  });

  it.each([
    [
      'a format that validators do not know',
      { type: 'string', format: 'uuid' },
      { type: 'string' },
      'format-unknown',
      '/format',
    ],
    [
      'a pattern that no browser reads',
      { type: 'string', pattern: '(?<!' },
      { type: 'string' },
      'pattern-invalid',
      '/pattern',
    ],
    ['a type that there is not', { type: 'date' }, {}, 'type-unknown', '/type'],
    [
      'a value that is none',
      { type: 'string', maxLength: 'x' },
      { type: 'string' },
      'keyword-value',
      '/maxLength',
    ],
    [
      'choices of another type',
      { type: 'string', enum: [1, 2] },
      { type: 'string' },
      'keyword-value',
      '/enum',
    ],
    [
      'a keyword that there is not',
      { type: 'string', colour: 'red' },
      { type: 'string' },
      'keyword-unknown',
      '/colour',
    ],
  ])('tells of %s', (_, schema, expected, code, place) => {
    const { it: found, losses } = entityOf(schema);
    expect(found).toEqual(expected);
    expect(losses).toEqual([`${code} /components/schemas/Tea/properties/it${place}`]);
  });

  it('is one of several shapes where the document says so', () => {
    const { it: found, losses } = entityOf(
      {
        oneOf: [{ $ref: '#/components/schemas/Card' }, { type: 'string' }],
        discriminator: { propertyName: 'kind' },
      },
      { Card: { type: 'object', properties: { kind: { type: 'string' } } } },
    );
    expect(found).toBeUndefined();
    expect(losses).toEqual(['discriminator /components/schemas/Tea/discriminator']);
  });
});

describe('what an entity is based on', () => {
  const base = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, kind: { type: 'string', enum: ['a', 'b'] } },
  };
  const BASE = { $ref: '#/components/schemas/Base' };

  it('is merged into it', () => {
    const { entity } = entityOf(
      {
        allOf: [
          BASE,
          {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, kind: { enum: ['b', 'c'] } },
          },
        ],
      },
      { Base: base },
    );
    expect(entity).toEqual({
      title: 'Tea',
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: 'integer' },
        kind: { type: 'string', enum: ['b'] },
        name: { type: 'string' },
      },
    });
  });

  it('stays a reference where only words are added', () => {
    const { it: found, entity } = entityOf(
      { type: 'object', properties: { it: { description: 'It', allOf: [BASE] } } },
      { Base: base },
    );
    expect(found).toEqual({ description: 'It', $ref: 'base.schema.json' });
    expect(entity['title']).toBe('Tea');
  });

  it('is closed only where all its parts are', () => {
    const closed = (name: string) => ({
      type: 'object',
      additionalProperties: false,
      properties: { [name]: { type: 'string' } },
    });
    const open = { type: 'object', properties: { c: { type: 'string' } } };
    expect(entityOf({ allOf: [closed('a'), closed('b')] }).entity).toMatchObject({
      additionalProperties: false,
    });
    expect(entityOf({ allOf: [closed('a'), open] }).entity).not.toHaveProperty('additionalProperties');
  });

  it('keeps apart what cannot be joined', () => {
    const union = (name: string) => ({ oneOf: [{ required: [name] }, { required: [`${name}2`] }] });
    const { entity } = entityOf({
      allOf: [{ type: 'object', properties: { a: { type: 'string' } }, ...union('a') }, union('b')],
    });
    expect(entity).toMatchObject({ oneOf: union('a').oneOf, allOf: [union('b')] });
  });

  it('may not be itself', () => {
    const { entity, losses } = entityOf({
      allOf: [
        { $ref: '#/components/schemas/Tea' },
        { type: 'object', properties: { a: { type: 'string' } } },
      ],
    });
    expect(entity['properties']).toEqual({ a: { type: 'string' } });
    expect(losses).toEqual(['ref-cycle /components/schemas/Tea']);
  });
});

describe('entities that refer to each other', () => {
  it('may do so in a circle', () => {
    const { shop, entity, losses } = entityOf(
      { type: 'object', properties: { parent: { $ref: '#/components/schemas/Shelf' } } },
      {
        Shelf: {
          type: 'object',
          properties: { teas: { type: 'array', items: { $ref: '#/components/schemas/Tea' } } },
        },
      },
    );
    expect(entity['properties']).toEqual({ parent: { $ref: 'shelf.schema.json' } });
    expect(shop.entity('shelf')?.['properties']).toEqual({
      teas: { type: 'array', items: { $ref: 'tea.schema.json' } },
    });
    expect(losses).toEqual([]);
  });

  it('name what is more than a text or a list of it, and write the rest where it is used', () => {
    const { entity, shop } = entityOf(
      {
        type: 'object',
        properties: Object.fromEntries(
          ['Kind', 'Kinds', 'Makers', 'Free', 'Nested', 'Map'].map((name) => [
            name,
            { $ref: `#/components/schemas/${name}` },
          ]),
        ),
      },
      {
        Kind: { type: 'string', enum: ['green'] },
        Kinds: { type: 'array', items: { $ref: '#/components/schemas/Kind' } },
        Maker: { type: 'object', properties: { id: { type: 'integer' } } },
        Makers: { type: 'array', items: { $ref: '#/components/schemas/Maker' } },
        Free: { type: 'object' },
        Nested: { type: 'array', items: { $ref: '#/components/schemas/Nested' } },
        Map: { type: 'object', additionalProperties: { type: 'string' } },
      },
    );
    expect(entity['properties']).toEqual({
      Kind: { type: 'string', enum: ['green'] },
      Kinds: { type: 'array', items: { type: 'string', enum: ['green'] } },
      Makers: { type: 'array', items: { $ref: 'maker.schema.json' } },
      Free: { type: 'object' },
      Nested: { $ref: 'nested.schema.json' },
      Map: { $ref: 'map.schema.json' },
    });
    expect(shop.entity('nested')).toEqual({
      title: 'Nested',
      type: 'array',
      items: { $ref: 'nested.schema.json' },
    });
  });

  it('keep their references in fields with the names of keywords', () => {
    const { entity, shop } = entityOf(
      {
        type: 'object',
        properties: {
          examples: { $ref: '#/components/schemas/Maker' },
          default: { $ref: '#/components/schemas/Maker' },
        },
      },
      { Maker: { type: 'object', properties: { id: { type: 'integer' } } } },
    );
    expect(entity['properties']).toEqual({
      examples: { $ref: 'maker.schema.json' },
      default: { $ref: 'maker.schema.json' },
    });
    expect(shop.entities()).toContain('maker');
  });
});

describe('the name of an entity', () => {
  const named = (...names: string[]) => {
    const shop = new Shop();
    const thing = { type: 'object', properties: { id: { type: 'integer' } } };
    const fields = Object.fromEntries(
      names.map((name, index) => [
        `f${index}`,
        { $ref: `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` },
      ]),
    );
    shop.import(
      api(
        { '/x': { get: answers({ type: 'object', properties: fields }) } },
        Object.fromEntries(names.map((name) => [name, thing])),
      ),
    );
    expect(shop.errors()).toEqual([]);
    return shop
      .entities()
      .filter((name) => name !== 'x-get')
      .toSorted();
  };

  it.each([
    [
      ['PetStatus', 'api.v1.Order', 'HTTPError'],
      ['api-v1-order', 'http-error', 'pet-status'],
    ],
    [
      ['Pet', 'pet', 'PET'],
      ['pet', 'pet-2', 'pet-3'],
    ],
    [
      ['petStore', 'PetStore', 'petstore'],
      ['pet-store', 'pet-store-2', 'petstore-3'],
    ],
    [
      ['Result«List«Pet»»', 'Result<Pet>'],
      ['result-list-pet', 'result-pet'],
    ],
    [
      ['商品', '订单'],
      ['entity', 'entity-2'],
    ],
    [
      ['File', 'id', '2fa'],
      ['api-2fa', 'api-file', 'api-id'],
    ],
    [
      ['items', 'content', 'schema'],
      ['content', 'items', 'schema'],
    ],
    [
      ['a"b', "c'd", 'e f', 'constructor'],
      ['a-b', 'c-d', 'constructor', 'e-f'],
    ],
  ])('is made of that in the document: %j', (names, expected) => {
    expect(named(...names)).toEqual(expected);
  });

  it('is none that the engine or the shop has already', async () => {
    const engine = [...(await readTree('schemas/engine/entities', ['.json'])).keys()].map((path) =>
      path.replace(/^.*\/|\.schema\.json$/g, ''),
    );
    const [taken = ''] = engine;
    expect(named(taken)).toEqual([`api-${taken}`]);
    const shop = new Shop({ 'schemas/entities/tea.schema.json': '{ "title": "By hand" }' });
    shop.import(documentFile('tea-house.yaml'));
    expect(shop.entity('tea')).toEqual({ title: 'By hand' });
    expect(shop.call('teas.get')?.response).toBe('api-tea');
    expect(shop.errors()).toEqual([]);
  });
});
