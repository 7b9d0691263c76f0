import { starterFiles } from './starter.ts';

const SLOTS = `window: { label: 橱窗, width: 1200, height: 260, params: { season: $query.season } }
shelf: { label: 货架旁, width: 1200, height: 120 }
door: { label: 门口, width: 600, height: 120 }
till: { label: 收银台, width: 600, height: 120 }
`;

const SCHEMAS = {
  constants: {
    type: 'object',
    additionalProperties: false,
    properties: {
      freeDelivery: { type: 'integer', default: 9900, minimum: 0 },
      picksShown: { type: 'integer', default: 8, minimum: 1, maximum: 40 },
      returnDays: { type: 'integer', default: 14, minimum: 7 },
    },
  },
  remember: {
    type: 'object',
    additionalProperties: false,
    properties: {
      season: { type: 'string', default: '' },
      layout: { type: 'string', enum: ['grid', 'rows'], default: 'grid' },
    },
  },
};

const CALLS = `season.products:
  get: /seasons/{season}/products
  params: { season: { type: string, enum: [spring, autumn], optional: true } }
  query: { limit: { type: integer, default: $site.constants.picksShown, minimum: 1, maximum: 40 } }
  response: { list: 'product[]', total: integer }
season.note:
  post: /seasons/notes
  body: { product_id: integer, words: { type: string, maxLength: 200 } }
  response: { id: integer, words: string }
  renews: [season.products, orders.list]
desk.todo: { get: /desk/todo, access: clerk, response: { count: integer } }
focus.show: { get: '/ads/{name}', query: { season: string? }, response: 'ad[]', silent: true }
`;

const SEASON = `name: season
path: /season
alias: [/seasons, /season-sale]
title: 当季
remember: { season: autumn, layout: grid }
data:
  goods: { call: season.products, params: { season: autumn }, refresh: { every: 60 } }
  cart: { call: cart.show, whileOpen: write }
  picks: { call: products.list, query: { featured: true }, whileOpen: more }
blocks:
  - { block: text, level: title, text: 当季 }
  - { block: ad-carousel, slot: window }
  - { block: ad-banner, slot: shelf }
  - block: tabs
    items:
      - { value: grid, label: 大图 }
      - { value: rows, label: 列表 }
    value: $query.layout
    on:
      change:
        - { query: { layout: $event.value } }
        - { remember: { layout: $event.value } }
  - block: text
    text: '满 {$site.constants.freeDelivery} 包邮，{$site.constants.returnDays} 天可退，共 {$data.goods.total} 样'
    when: { gt: [$data.goods.total, 0] }
  - block: data-table
    label: 当季
    rows: $data.goods.list
    columns:
      - { label: 名字, value: $item.title }
      - { label: 价格, value: $item.price_cents, kind: money }
    actions: [{ id: note, text: 记一笔 }]
    on:
      press:
        - { open: write, with: $event.row }
  - block: pagination
    page: 1
    pageSize: 20
    total: $data.goods.total
    on:
      change:
        - { query: { page: $event.page } }
  - block: buttons
    items: [{ id: more, text: 更多 }, { id: again, text: 再看一遍 }]
    on:
      press:
        - when: { eq: [$event.id, more] }
          then: [{ open: more }]
          else: [{ refresh: [goods, picks] }]
  - block: dialog
    id: write
    title: 记一笔
    blocks:
      - { block: text, text: '购物车里有 {$data.cart.count} 样' }
      - block: form
        label: 记一笔
        submitText: 记下
        fields:
          - { name: words, label: 写什么, kind: text, required: true }
        on:
          submit:
            - { call: season.note, body: { product_id: $item.id, words: $form.words }, as: note }
            - { toast: '记下了：{$data.note.words}' }
            - { close: write }
            - { refresh: [goods] }
  - block: dialog
    id: more
    title: 更多
    blocks:
      - { block: text, text: '还有 {$data.picks.total} 样' }
      - block: buttons
        items: [{ id: shut, text: 关上 }]
        on:
          press:
            - { close: more }
`;

const CLUB = `name: club
children:
  - name: club_letter
    path: /club/letter
    title: 来信
    access: customer
    blocks:
      - { block: text, level: title, text: $user.name }
      - { block: text, text: $user.address }
      - { block: ad-banner, slot: door }
  - name: club_gift
    path: /club/gift
    title: 礼物
    access: customer
    blocks:
      - { block: text, level: title, text: $user.name }
      - { block: text, text: $user.email }
      - { block: ad-banner, slot: till }
  - name: club_talk
    path: /club/talk
    title: 聊聊
    access: customer
    blocks:
      - { block: text, level: title, text: 聊聊 }
      - { block: ad-banner, slot: till }
`;

const DESK = `name: desk
path: /desk
title: 柜台
access: clerk
data:
  todo: { call: desk.todo }
blocks:
  - { block: text, level: title, text: '今天 {$data.todo.count} 件' }
`;

const REDIRECTS = `name: former
children:
  - { name: former_shop, path: /shop, redirect: /products }
  - { name: former_season, path: /this-season, redirect: /season }
  - { name: former_basket, path: /basket, redirect: /cart }
  - { name: former_me, path: /me, redirect: /account }
`;

const MORE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      `schemas/site/${name}.schema.json`,
      JSON.stringify(schema),
    ]),
  ),
  'config/ads.yaml': SLOTS,
  'config/api/season.yaml': CALLS,
  'config/pages/season.yaml': SEASON,
  'config/pages/former.yaml': REDIRECTS,
  'config/pages/desk.yaml': DESK,
  'config/pages/club.yaml': CLUB,
};

const CLERK = '  clerk: { label: 店员, when: { eq: [$user.email, clerk@pens.example] }, internal: true }\n';

const CONSTANTS = `constants:
  freeDelivery: 9900
  picksShown: 8
  returnDays: 14
`;

/** The starter with a page, calls and slots more: a shop of nobody's trade in whose config everything occurs that one may hold. */
export async function variedShop(): Promise<Map<string, string>> {
  const files = await starterFiles(MORE);
  const site = (files.get('config/site.yaml') ?? '').replace(/^pages:/m, `${CLERK}pages:`);
  return files.set('config/site.yaml', site + CONSTANTS);
}
