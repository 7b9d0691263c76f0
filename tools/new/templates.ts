import type { Names } from './names.ts';

/** Path relative to the project (`config/...` wherever the config lies) -> text. */
export type Scaffold = Record<string, string>;

const editorHint = ({ file }: Names) =>
  `# yaml-language-server: $schema=${'../'.repeat(file.split('/').length + 1)}schemas/config/page.schema.json\n`;

const head = (names: Names, title: string) => `${editorHint(names)}name: ${names.route}
path: ${names.path}
title: ${title}
`;

const GOODS = `  - block: goods-grid
    items: $data.goods.list
    to: /list_info/{$item.id}
  - block: pagination
    page: $data.goods.page
    pageSize: $data.goods.page_size
    total: $data.goods.total
    on:
      change:
        - query: { page: $event.page }
`;

const GOODS_DATA = `data:
  goods: { call: goods.list, query: { page: $query.page } }
`;

/** A page with a heading and a text. */
function page(names: Names): Scaffold {
  return {
    [`config/pages/${names.file}.yaml`]: `${head(names, '新页面')}blocks:
  - block: text
    level: title
    text: 新页面
  - block: text
    text: 在这里写内容。
`,
  };
}

/** A zone: its goods, page by page. */
function zone(names: Names): Scaffold {
  return {
    [`config/pages/${names.file}.yaml`]: `${head(names, '新专区')}meta: { sideNav: true }
${GOODS_DATA}blocks:
  - block: text
    level: title
    text: 新专区
${GOODS}`,
  };
}

const DAY = 86_400_000;

/** An activity: open for 30 days from tomorrow, then closed. */
function activity(names: Names, now: number): Scaffold {
  const from = dayInShanghai(now + DAY);
  const until = dayInShanghai(now + 31 * DAY);
  return {
    [`config/pages/${names.file}.yaml`]: `${head(names, '新活动')}schedule: { from: ${from}, until: ${until} }
${GOODS_DATA}blocks:
  - block: text
    level: title
    text: 新活动
  - block: countdown
    until: ${Date.parse(until) / 1000}
    label: 距离结束
${GOODS}`,
  };
}

/** Midnight of a day at the shop, with its zone: `2026-11-01T00:00:00+08:00`. */
function dayInShanghai(time: number): string {
  return `${new Date(time + 8 * 3_600_000).toISOString().slice(0, 10)}T00:00:00+08:00`;
}

/** A block type: a schema with one prop, a component and its styles. */
function block(names: Names): Scaffold {
  const { file: type, component } = names;
  const schema = {
    title: '新区块',
    description: '这个区块显示什么，什么时候用它。',
    status: 'experimental',
    version: 1,
    type: 'object',
    additionalProperties: false,
    required: [],
    properties: { text: { description: '文字', type: 'string', kind: 'text', default: '新区块' } },
    examples: [{ text: '一段示例文字' }],
  };
  return {
    [`schemas/blocks/${type}.schema.json`]: `${JSON.stringify(schema, null, 2)}\n`,
    [`src/blocks/${type}/${type}.tsx`]: `import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './${type}.module.css';

function ${component}({ text }: BlockComponentProps<'${type}'>) {
  return <p className={styles['text']}>{text}</p>;
}

export default defineBlock('${type}', ${component});
`,
    [`src/blocks/${type}/${type}.module.css`]: `.text {
  color: var(--color-text);
}
`,
  };
}

export const TEMPLATES: Record<string, (names: Names, now: number) => Scaffold> = {
  page,
  zone,
  activity,
  block,
};
