import { describe, expect, it } from 'vitest';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import { type Checked, checkProject, expectClean, expectOffense, page } from './support/project.ts';

/** What another company's API answers. */
const PRODUCT = {
  title: '别家的产品',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'title', 'handle', 'price', 'images'],
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    handle: { type: 'string' },
    brand: { type: 'string' },
    subtitle: { type: ['string', 'null'] },
    size: { type: 'string' },
    price: { type: 'object', properties: { amount: { type: 'number' }, currency: { type: 'string' } } },
    deal: {
      anyOf: [{ type: 'object', properties: { title: { type: 'string' } } }, { type: 'null' }],
    },
    images: { type: 'array', items: { type: 'object', properties: { url: { type: 'string' } } } },
    labels: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, tone: { enum: ['promo', 'info'] }, rank: { type: 'number' } },
      },
    },
    cost: { type: 'number', gated: 'staff' },
    variants: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
  },
};

const SHOP = {
  'schemas/entities/foreign-product.schema.json': JSON.stringify(PRODUCT),
  'config/api/foreign.yaml': `products.search: { get: /api/products, response: { items: 'foreign-product[]', total: integer } }
products.one: { get: '/api/products/{id}', params: { id: integer }, response: foreign-product }
basket.add: { post: /api/basket, body: { product_id: integer, variant_id: { type: integer, optional: true } } }
`,
};

const FIELDS = 'id: id, name: title, price: price.amount';

/** A page with a grid of products whose fields are taken so. */
const grid = (fields: string, more = '', from = 'from: $data.products.items, ') =>
  checkProject({
    ...SHOP,
    ...page(
      `data: { products: { call: products.search } }\nblocks:\n  - block: product-grid\n    items: { ${from}${fields} }\n    to: /goods/{$item.handle}\n${more}`,
    ),
  });

const emitted = ({ registry, offenses }: Checked): PlacedBlock | undefined => {
  expect(offenses).toEqual([]);
  return registry?.pages['sample']?.blocks[0];
};

describe('a mapping of fields', () => {
  it('takes fields, what lies in them, texts of several, references and fixed values', () => {
    const placed = emitted(
      grid(
        "id: id, name: '{title} {size}', image: 'images[0].url', price: price.amount, original_price: null, unit: { is: 件 }, note: $site.title, buy_notice: ''".replace(
          "''",
          "{ is: '' }",
        ),
      ),
    );
    expect(placed?.mapped).toEqual(['items']);
    expect(placed?.needs).toEqual(['products']);
    expect(placed?.props['items']).toEqual({
      from: '$data.products.items',
      fields: {
        id: '$item.id',
        name: '{$item.title} {$item.size}',
        image: '$item.images[0].url',
        price: '$item.price.amount',
        original_price: null,
        unit: { is: '件' },
        note: '$site.title',
        buy_notice: { is: '' },
      },
    });
  });

  it('reaches into lists of the item, and builds lists of its own', () => {
    const mapped = (tags: string) => emitted(grid(`${FIELDS}, tags: ${tags}`))?.props['items'];
    const inner = {
      from: '$item.labels',
      fields: { text: '$item.name', tone: '$item.tone' },
      spare: ['tone'],
    };
    expect(mapped('{ from: labels, text: name, tone: tone }')).toMatchObject({
      fields: { tags: { map: inner } },
      // Without labels there are no tags, and no null either, which a list of tags cannot be.
      spare: ['tags'],
    });
    expect(mapped('[{ text: brand, tone: { is: promo } }, { text: { is: 新品 } }]')).toMatchObject({
      fields: {
        tags: {
          list: [
            { map: { fields: { text: '$item.brand', tone: { is: 'promo' } } } },
            { map: { fields: { text: { is: '新品' } } } },
          ],
        },
      },
    });
  });

  it('stands for an object as well as for a list, and at any depth of the props', () => {
    const block = {
      title: '一个产品',
      type: 'object',
      additionalProperties: false,
      status: 'experimental',
      version: 1,
      examples: [],
      properties: {
        product: { $ref: '../entities/product-card.schema.json' },
        shelves: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['label', 'products'],
            properties: {
              label: { type: 'string' },
              products: { type: 'array', items: { $ref: '../entities/product-card.schema.json' } },
            },
          },
        },
        range: {
          type: 'object',
          additionalProperties: false,
          properties: { from: { type: 'string' }, until: { type: 'string' } },
        },
      },
    };
    const placed = emitted(
      checkProject({
        ...SHOP,
        'schemas/blocks/sample-product.schema.json': JSON.stringify(block),
        ...page(`data: { one: { call: products.one, params: { id: 7 } }, products: { call: products.search } }
blocks:
  - block: sample-product
    product: { from: $data.one, ${FIELDS} }
    shelves:
      - { label: 一, products: { from: $data.products.items, ${FIELDS} } }
    range: { from: $data.one.title, until: 明天 }
`),
      }),
    );
    expect(placed?.mapped).toEqual(['product', 'shelves.0.products']);
    // An object that has a field `from` is written as it always was.
    expect(placed?.props['range']).toEqual({ from: '$data.one.title', until: '明天' });
  });
});

describe('a field of a mapping', () => {
  it('is one that the source has', () => {
    expectOffense(grid('id: id, name: titel, price: price.amount'), 'reference-unknown', {
      at: 'titel',
      hint: /title/,
      fix: 'title',
    });
    expectOffense(grid('id: id, name: title, price: price.amont'), 'reference-unknown', {
      at: 'amont',
      fix: 'amount',
    });
    expectOffense(grid(`${FIELDS}, image: 'images[0].ulr'`), 'reference-unknown', { at: 'ulr', fix: 'url' });
    expectOffense(grid(`${FIELDS}, note: 'le {le} · {brnad}'`), 'reference-unknown', {
      at: 'brnad',
      fix: 'brand',
    });
    expectOffense(grid(`${FIELDS}, tags: { from: labels, text: nmae }`), 'reference-unknown', {
      at: 'nmae',
      fix: 'name',
    });
    expectOffense(grid(`${FIELDS}, unit: pcs`), 'reference-unknown', { at: 'pcs', hint: /\{ is: pcs \}/ });
  });

  it('is quoted in braces where it holds brackets', () => {
    expectOffense(grid(`${FIELDS}, image: images[0].url`), 'yaml-syntax', {
      at: 'images[0].url',
      hint: /'images\[0\]\.url'/,
    });
    const lines = `data: { products: { call: products.search } }
blocks:
  - block: product-grid
    items:
      from: $data.products.items
      id: id
      name: title
      price: price.amount
      image: images[0].url
    to: /goods/{$item.handle}
`;
    expectClean(checkProject({ ...SHOP, ...page(lines) }));
  });

  it('is one that the entity has', () => {
    expectOffense(grid(`${FIELDS}, nots: brand`), 'block-props', {
      at: 'nots',
      message: /product-grid：没有 nots 这个键/,
      fix: 'note',
    });
    expectOffense(grid(`${FIELDS}, tags: { from: labels, text: name, tnoe: tone }`), 'block-props', {
      at: 'tnoe',
      fix: 'tone',
    });
  });

  it('is there when the entity needs it', () => {
    expectOffense(grid('id: id, name: title'), 'block-props', {
      at: 'items',
      message: /缺少 price/,
      hint: /单价/,
    });
    expectOffense(grid(`${FIELDS}, tags: { from: labels, tone: tone }`), 'block-props', {
      at: 'tags',
      message: /缺少 text/,
    });
    // One fault, though a field is missing and another one too many.
    const misnamed = grid('id: id, titel: title, price: price.amount');
    expectOffense(misnamed, 'block-props', { at: 'titel', message: /缺少 name/ });
    expect(misnamed.offenses).toHaveLength(1);
  });

  it('fits the type of the entity', () => {
    expectOffense(grid('id: id, name: title, price: price'), 'reference-type', {
      at: 'price',
      message: /price 是对象，这里要数字/,
    });
    expectOffense(grid('id: id, name: price.amount, price: price.amount'), 'reference-type', {
      at: 'price.amount',
      hint: /'\{price\.amount\}'/,
    });
    expectOffense(grid(`${FIELDS}, image: 'images[].url'`), 'reference-type', { at: 'images[].url' });
    expectOffense(grid(`${FIELDS}, note: '{labels}'`), 'reference-type', { at: 'labels' });
    expectOffense(grid(`${FIELDS}, note: '{title|money}'`), 'reference-type', { at: 'title' });
    expectOffense(grid(`${FIELDS}, tags: { from: title, text: brand }`), 'reference-type', { at: 'title' });
    expectOffense(grid("id: id, name: title, price: '{price.amount}'"), 'block-props', {
      at: "'{price.amount}'",
      message: /应是数字或空，现在是文字 \{price\.amount\}/,
    });
  });

  it('may be fixed, of the right type', () => {
    expectOffense(grid('id: id, name: 5, price: price.amount'), 'block-props', { at: '5', fix: "'5'" });
    expectOffense(grid(`${FIELDS}, tags: [{ text: brand, tone: { is: promotion } }]`), 'block-props', {
      at: 'promotion',
      message: /可以写 promo/,
    });
    expectOffense(grid(`${FIELDS}, unit: 每件`), 'field-mapping', {
      at: '每件',
      hint: /\{ is: '每件' \}/,
      fix: "{ is: '每件' }",
    });
    expectOffense(grid(`${FIELDS}, note: '{brand name}'`), 'field-mapping', { at: 'brand name' });
    expectOffense(grid(`${FIELDS}, note: '价 {price.amount'`), 'field-mapping', { at: 'price.amount' });
    expectClean(grid(`${FIELDS}, note: '{{ {brand} }'`));
  });

  it('may be null only where the entity takes null, or does without the field', () => {
    const subtitled = grid('id: id, name: subtitle, price: price.amount');
    expect(
      expectOffense(subtitled, 'reference-null', { at: 'subtitle', hint: /'\{subtitle\}'/ }).severity,
    ).toBe('warning');
    expectOffense(grid('id: id, name: deal.title, price: price.amount'), 'reference-null', {
      at: 'deal.title',
    });
    expectOffense(grid("id: 'variants[0].id', name: title, price: price.amount"), 'reference-null', {
      at: 'variants[0].id',
    });
    expectClean(
      grid(`${FIELDS}, note: subtitle, image: 'images[0].url', tags: { from: labels, text: name }`),
    );
  });

  it('is kept from those who may not see it', () => {
    expectOffense(grid(`${FIELDS}, note: '成本 {cost}'`), 'gated-field', { at: 'cost' });
  });
});

describe('the source of a mapping', () => {
  it('is a reference', () => {
    expectOffense(grid(FIELDS, '', 'from: data.products.items, '), 'field-mapping', {
      at: 'data.products.items',
      fix: '$data.products.items',
    });
    expectOffense(grid(FIELDS, '', ''), 'block-props', { at: 'items', message: /缺少 from/ });
    expectOffense(grid(FIELDS, '', 'form: $data.products.items, '), 'block-props', {
      at: 'form',
      fix: 'from',
    });
  });

  it('may be null where the block draws that there is no such thing', () => {
    const detail = (response: string) =>
      checkProject({
        ...SHOP,
        'schemas/entities/perhaps.schema.json': JSON.stringify({ ...PRODUCT, type: ['object', 'null'] }),
        'config/api/perhaps.yaml': `perhaps.one: { get: /api/perhaps, response: ${response} }\n`,
        ...page(
          `data: { one: { call: perhaps.one } }\nblocks:\n  - block: product-detail\n    product: { from: $data.one, ${FIELDS} }\n`,
        ),
      });
    expectClean(detail('perhaps'));
    expectOffense(detail('string'), 'reference-type', { at: '$data.one' });
  });

  it('is there, and a list where a list is wanted', () => {
    expectOffense(grid(FIELDS, '', 'from: $data.products.itmes, '), 'reference-unknown', {
      at: 'itmes',
      fix: 'items',
    });
    const whole = grid(FIELDS, '', 'from: $data.products, ');
    expectOffense(whole, 'reference-type', { at: '$data.products', message: /要列表/ });
    expectOffense(grid(FIELDS, '', 'from: $data.products.items.0, '), 'reference-type', {
      at: '$data.products.items.0',
    });
  });

  it('is nothing for a prop whose fields the block does not know', () => {
    const rows = page('blocks: [{ block: repeat, items: { from: $query, id: id }, blocks: [] }]');
    expectOffense(checkProject(rows), 'block-props', {
      at: '{ from: $query, id: id }',
      message: /应是列表/,
    });
  });
});

describe('a mapped block', () => {
  it('has the item of the source as $item', () => {
    expectClean(grid(FIELDS));
    const wrong = checkProject({
      ...SHOP,
      ...page(`data: { products: { call: products.search } }
blocks:
  - { block: product-grid, items: { from: $data.products.items, ${FIELDS} }, to: '/goods/{$item.name}' }
`),
    });
    expectOffense(wrong, 'reference-unknown', { at: 'name', message: /\$item\.name 里没有 name/ });
  });

  it('has the mapped item and that of the source in its events', () => {
    const adding = (body: string) =>
      grid(FIELDS, `    on: { add: [{ call: basket.add, body: { ${body} } }] }\n`);
    expectClean(adding('product_id: $event.product.id'));
    expectClean(adding("product_id: $event.product.id, variant_id: '$event.item.variants[0].id'"));
    expectOffense(adding('product_id: $event.product.handle'), 'reference-unknown', { at: 'handle' });
    expectOffense(adding("product_id: '$event.item.variants[0].key'"), 'reference-unknown', { at: 'key' });
  });

  it('has nothing besides its item where nothing is mapped', () => {
    const plain = (path: string) =>
      checkProject({
        'config/api/x.yaml': "x.list: { get: /api/x, response: { list: 'product-card[]' } }\n",
        ...page(`data: { x: { call: x.list } }
blocks:
  - block: product-grid
    items: $data.x.list
    to: /goods/{$item.id}
    on: { add: [{ toast: '{${path}}' }] }
`),
      });
    expectClean(plain('$event.product.name'));
    expectOffense(plain('$event.product.nmae'), 'reference-unknown', { at: 'nmae' });
    expectOffense(plain('$event.item.name'), 'reference-unknown', { at: 'item' });
  });
});
