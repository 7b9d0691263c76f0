const CARD = {
  id: { description: '商品编号', type: 'integer' },
  name: { description: '品名', type: 'string' },
  code: { description: '货号', type: 'string' },
  image: { description: '列表图地址', type: 'string' },
  price: { description: '单价；不可见时为 null', type: ['number', 'null'], unit: '元', gated: true },
  number: { description: '可售库存；不可见时为 null', type: ['integer', 'null'], gated: true },
  is_buy: { description: '现在可买', enum: [0, 1], type: 'integer' },
  sales: { description: '销量', type: 'integer' },
  brand_id: { description: '品牌；没有则为 null', type: ['integer', 'null'] },
  expires: { description: '到哪一天', type: ['string', 'null'] },
};

/** Entities of the tests' own, of a shop of nobody's trade: a reader, and goods as a list and one by one. */
const ENTITIES: Record<string, object> = {
  user: {
    title: '用户',
    type: 'object',
    required: ['id', 'show', 'username', 'name', 'company', 'rank', 'role', 'is_verified', 'token'],
    additionalProperties: false,
    properties: {
      id: { description: '会员编号', type: ['integer', 'null'] },
      show: { description: '已登录', type: 'boolean' },
      username: { description: '用户名', type: 'string' },
      name: { description: '联系人', type: 'string' },
      company: { description: '公司', type: 'string' },
      rank: { description: '等级', type: 'string' },
      role: { description: '角色', enum: ['visitor', 'member', 'approved', 'staff'] },
      is_verified: { description: '认证通过', enum: [0, 1], type: 'integer' },
      token: { description: '会话标记', type: 'string' },
    },
  },
  'goods-card': {
    title: '商品(列表)',
    type: 'object',
    required: Object.keys(CARD),
    properties: CARD,
  },
  goods: {
    title: '商品(详情)',
    type: 'object',
    allOf: [{ $ref: 'goods-card.schema.json' }],
    required: ['images', 'barcode'],
    unevaluatedProperties: false,
    properties: {
      images: { description: '大图', type: 'array', items: { type: 'string' } },
      barcode: { description: '条码', type: 'string' },
    },
  },
  'goods-page': {
    title: '商品列表',
    type: 'object',
    required: ['list', 'total', 'page', 'page_size', 'facets'],
    additionalProperties: false,
    properties: {
      list: { description: '商品', type: 'array', items: { $ref: 'goods-card.schema.json' } },
      total: { description: '总数', type: 'integer' },
      page: { description: '页', type: 'integer' },
      page_size: { description: '每页', type: 'integer' },
      facets: {
        description: '可选的筛选',
        type: 'array',
        items: { $ref: '../engine/entities/facet.schema.json' },
      },
    },
  },
};

/** What `constants` and `remember` of its `site.yaml` may hold. */
const SITE: Record<string, object> = {
  constants: {
    title: '常数',
    type: 'object',
    additionalProperties: false,
    properties: {
      badgeMax: { description: '角标上限', type: 'integer', default: 99, minimum: 9, maximum: 999 },
      cartDrawerOpen: { description: '抽屉的宽', type: 'integer', unit: 'px', default: 310 },
      cartAddDelay: { description: '加入购物车前等待', type: 'integer', unit: 'ms', default: 200 },
      cartListFilter: { description: '购物车一次取多少', type: 'integer', default: 99_999 },
      trade: {
        description: '交易',
        type: 'object',
        additionalProperties: false,
        default: {},
        properties: {
          pageSize: { description: '每页', type: 'integer', default: 20, minimum: 1 },
          shippingFee: { description: '运费', type: 'integer', unit: '元', default: 8, minimum: 0 },
        },
      },
    },
  },
  remember: {
    title: '记住的值',
    type: 'object',
    additionalProperties: false,
    properties: {
      brand: { description: '正在看品牌', type: 'boolean', default: false },
      keyword: { description: '上次搜索的词', type: 'string', default: '' },
      footerStyle: { description: '页脚的样式', type: 'string', enum: ['full', 'compact'], default: 'full' },
    },
  },
};

const filesOf = (folder: string, schemas: Record<string, object>): [string, string][] =>
  Object.entries(schemas).map(([name, schema]) => [
    `schemas/${folder}/${name}.schema.json`,
    JSON.stringify(schema),
  ]);

export const SAMPLE_ENTITIES = [...filesOf('entities', ENTITIES), ...filesOf('site', SITE)];
