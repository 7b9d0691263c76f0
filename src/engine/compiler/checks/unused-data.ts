import { objectEntries } from '../json.ts';
import { dataNames } from '../reference.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'unused-data',
    severity: 'warning',
    title: { zh: '没人读的数据', en: 'Unused data' },
    description: {
      zh: '页面一打开就取 data 里的每一项；没有区块读的那一项白白多等一次接口，多半是忘了删，或读它的地方写错了名字。',
      en: 'Every entry of data is fetched as the page opens. One that nothing reads costs a call for nothing; it was left behind, or is misspelt where it is read.',
    },
    example: {
      bad: `data:
  products: { call: product.list }
  total: { call: cart.total }
blocks:
  - { block: text, text: '共 {$data.products.total} 种' }
`,
      good: `data:
  products: { call: product.list }
blocks:
  - { block: text, text: '共 {$data.products.total} 种' }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      owner({ value, pointer }) {
        const entries = objectEntries(value['data']);
        if (entries.length === 0) return;
        const read = new Set(dataNames(value));
        for (const [name, { refresh }] of entries) {
          // An entry with `refresh` renews the cache entry of its call for all that use it.
          if (read.has(name) || refresh !== undefined) continue;
          report({
            at: { pointer: [...pointer, 'data', name], part: 'key' },
            message: { zh: `没有区块读 $data.${name}`, en: `nothing reads $data.${name}` },
            hint: {
              zh: `在区块里用 $data.${name}，或把这一项删掉。`,
              en: `Use $data.${name} in a block, or remove the entry.`,
            },
          });
        }
      },
    };
  },
} satisfies Check as Check;
