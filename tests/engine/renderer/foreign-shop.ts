const BARE = 'meta: { header: false, footer: false, toolbar: false, baseUser: false }';

/** A shop in front of an API that was made for another one. */
export const FILES = {
  'config/api/catalog.yaml': `catalog.search:
  get: /api/catalog
  query: { sort: string? }
  response:
    hits:
      list: true
      fields:
        sku: integer
        title: string
        handle: string
        brand: string
        size: string?
        price: { fields: { amount: number } }
        images: { list: true, fields: { url: string } }
        badges: { type: 'string[]', optional: true }
        variants: { list: true, fields: { key: string } }
  silent: true
basket.add: { post: /api/basket, encoding: json, body: { sku: integer, variant: string }, silent: true }
`,
  'config/pages/catalog.yaml': `name: catalog
path: /catalog
title: 文具
${BARE}
data: { found: { call: catalog.search, query: { sort: $query.sort } } }
blocks:
  - block: product-grid
    items:
      from: $data.found.hits
      id: sku
      name: title
      image: images[0].url
      price: price.amount
      unit: { is: 件 }
      note: '{brand} · {size}'
      tags: { from: badges, text: $item, tone: { is: info } }
    to: /catalog/{$item.handle}
    label: 文具
    on:
      add:
        - { call: basket.add, body: { sku: $event.product.id, variant: '$event.item.variants[0].key' } }
        - { toast: '已加入 {$event.product.name}' }
        - { refresh: [found] }
`,
  'config/pages/catalog-item.yaml': `name: catalog_item
path: /catalog/:handle
title: 产品
${BARE}
blocks: [{ block: text, text: '这是 {$route.handle}' }]
`,
};

export const HITS = [
  {
    sku: 7,
    title: '走珠笔',
    handle: 'rollerball',
    brand: '山野',
    size: '0.5 mm',
    price: { amount: 6.5 },
    images: [{ url: '/img/pen.svg' }],
    badges: ['速干', '新品'],
    variants: [{ key: 'black' }],
  },
  {
    sku: 8,
    title: '印章',
    handle: 'stamp',
    brand: '山野',
    price: { amount: 28 },
    images: [],
    variants: [{ key: 'round' }],
  },
];
