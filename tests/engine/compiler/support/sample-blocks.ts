/** Block types of the tests' own: what the compiler must understand, and nothing that a designer may change. */
const BLOCKS: Record<string, object> = {
  'sample-grid': {
    title: '样例网格',
    description: '测试用',
    emptyWhen: 'items',
    required: ['items'],
    properties: {
      items: { type: 'array', items: { $ref: '../entities/goods-card.schema.json' } },
      columns: { description: '一行几列', type: 'integer', minimum: 1, maximum: 6, unit: '列', default: 4 },
      view: { enum: ['card', 'table'], default: 'card' },
      link: { type: 'string', format: 'link', perItem: 'items' },
      marked: { type: 'boolean', perItem: 'items' },
      label: { type: 'string', default: '商品' },
      page: { type: ['integer', 'null'] },
    },
    events: {
      pick: {
        payload: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer' }, name: { type: 'string' } },
        },
      },
      seek: { answer: { type: 'array', items: { $ref: '../entities/goods-card.schema.json' } } },
    },
  },
  'sample-table': {
    required: ['rows', 'columns'],
    properties: {
      rows: { type: 'array', items: {} },
      columns: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['label'],
          properties: {
            label: { type: 'string' },
            value: { perItem: 'rows' },
            width: { type: 'integer', default: 80 },
          },
        },
      },
    },
  },
  'sample-ads': {
    slot: { fills: 'ads', size: 'size' },
    required: ['ads', 'size'],
    properties: {
      ads: { type: 'array', items: { $ref: '../entities/ad.schema.json' } },
      size: { type: 'object' },
    },
  },
  'sample-form': {
    required: ['fields'],
    properties: {
      fields: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    },
    events: { submit: { payload: { type: 'object', additionalProperties: true } } },
  },
  'sample-box': { container: true, properties: { label: { type: 'string', default: '' } } },
  'sample-dialog': {
    container: true,
    openable: true,
    required: ['open'],
    properties: { open: { type: 'boolean' }, title: { type: 'string', default: '' } },
    events: { close: {} },
  },
  'sample-link': { required: ['to'], properties: { to: { type: 'string', format: 'link' } } },
};

const COMMON = {
  title: '样例',
  type: 'object',
  additionalProperties: false,
  status: 'experimental',
  version: 1,
  examples: [],
};

export const SAMPLE_BLOCKS: [string, string][] = Object.entries(BLOCKS).map(([type, schema]) => [
  `schemas/blocks/${type}.schema.json`,
  JSON.stringify({ ...COMMON, ...schema }),
]);
