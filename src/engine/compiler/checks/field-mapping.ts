import type { Finding } from '../finding.ts';
import type { Pointer } from '../source/pointer.ts';
import { bareReference } from '../validate/describe.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'field-mapping',
    severity: 'error',
    title: { zh: '对应字段的写法', en: 'How a mapping is written' },
    description: {
      zh: "接口的字段名与区块要的不同时，把属性写成 { from: 引用, 区块的字段: 接口的字段 }。字段可以往里走（price.amount、images[0].url、每一项 images[].url），可以拼进文字（'{brand} · {size}'），以 $ 开头的是引用，固定的文字写成 { is: 现货 }，数字、true、null 直接写。区块的 $item 是接口给的那一项。",
      en: "Where an API has other field names than a block, the prop is written { from: reference, field of the block: field of the API }. A field is a path (price.amount, images[0].url, images[].url for all), a text with paths ('{brand} · {size}'), a reference, or fixed: { is: In stock }, a number, a flag, null. $item of the block is the item that the API gave.",
    },
    example: {
      bad: `data: { products: { call: product.list } }
blocks:
  - block: product-grid
    items: { from: $data.products.list, id: id, name: name, price: price, unit: 每件 }
    to: /goods/{$item.id}
`,
      good: `data: { products: { call: product.list } }
blocks:
  - block: product-grid
    items: { from: $data.products.list, id: id, name: name, price: price, unit: { is: 每件 } }
    to: /goods/{$item.id}
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      mapping({ value, pointer }) {
        const { from } = value;
        if (typeof from !== 'string' || from.includes('$')) return;
        const intended = bareReference(from);
        report({
          at: { pointer: [...pointer, 'from'] },
          message: { zh: `from 要写一个引用，${from} 不是`, en: `from is a reference, and ${from} is none` },
          hint: {
            zh: `引用以 $ 开头，如 ${intended ?? '$data.products.items'}。`,
            en: `A reference starts with $, such as ${intended ?? '$data.products.items'}.`,
          },
          replacement: intended,
        });
      },
      text({ pointer, mapped, text }) {
        for (const fault of mapped?.faults ?? [])
          report(fault === text ? notAPath(fault, pointer) : notInBraces(fault, pointer));
      },
    };
  },
} satisfies Check as Check;

/** A text that is neither a path nor has one in braces is meant as it stands. */
const notAPath = (text: string, pointer: Pointer): Finding => ({
  at: { pointer },
  message: {
    zh: `${text === '' ? '空的文字' : text} 不是字段`,
    en: `${text || 'an empty text'} is no field`,
  },
  hint: {
    zh: `固定的文字写成 { is: ${quoted(text)} }；字段写成 title、price.amount、images[0].url。`,
    en: `A fixed text is written { is: ${quoted(text)} }; a field title, price.amount, images[0].url.`,
  },
  ...(!text.includes('\n') && { replacement: `{ is: ${quoted(text)} }` }),
});

const notInBraces = (fault: string, pointer: Pointer): Finding => ({
  at: { pointer, within: `{${fault}`, piece: [fault === '' ? 0 : 1, fault.length + 1] },
  message: {
    zh: `花括号里的 ${fault === '' ? '空白' : fault} 不是字段`,
    en: `${fault || 'nothing'} in braces is no field`,
  },
  hint: {
    zh: '花括号里写字段，如 {brand}、{price.amount}；要一个花括号本身，写 {{。',
    en: 'Braces hold a field: {brand}, {price.amount}; a brace itself is written {{.',
  },
});

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
