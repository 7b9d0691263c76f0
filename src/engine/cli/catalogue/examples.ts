import { parse, stringify } from 'yaml';
import { blockTypeOf } from '#engine/compiler/schema/library.ts';

/** One entry of a block schema's `examples`, as a page of its own. */
export interface Example {
  type: string;
  /** Which one of the type's, from 1. */
  number: number;
  path: string;
  /** The file of the project that it stands in. */
  file: string;
  /** The blocks as YAML writes them. */
  yaml: string;
}

interface BlockSchema {
  title: string;
  container?: boolean;
  openable?: boolean;
  events?: Record<string, { answer?: unknown }>;
  examples: Record<string, unknown>[];
}

/** What examples need not care for: they lead to pages of the shop, show prices to whoever looks, and do nothing. */
const LET_PASS = ['dead-link', 'gated-field', 'unused-call', 'unused-slot', 'data-access', 'event-unhandled'];

const FIXED = [
  { name: 'index', path: '/', title: '首页', blocks: [] },
  { name: 'login', path: '/login', title: '登录', blocks: [] },
  { name: 'notfound', path: '/404', title: '找不到', blocks: [] },
  { name: 'closed', path: '/noActivity', title: '未开放', blocks: [] },
];

/** Adds a handler for every event, unless it waits for a response, content for a container, and a button that opens what can be opened. */
function placed(type: string, schema: BlockSchema, props: Record<string, unknown>): unknown[] {
  const silent = Object.entries(schema.events ?? {}).flatMap(([event, { answer }]) =>
    answer ? [] : [event],
  );
  const on = Object.fromEntries(silent.map((event) => [event, []]));
  const block = {
    block: type,
    ...props,
    ...(schema.openable && { id: 'example' }),
    ...(Object.keys(on).length > 0 && { on }),
    ...(schema.container && {
      blocks: [
        { block: 'text', text: '第一块' },
        { block: 'text', text: '第二块' },
      ],
    }),
  };
  if (!schema.openable) return [block];
  const opener = { block: 'buttons', items: [{ text: '打开' }], on: { press: [{ open: 'example' }] } };
  return [opener, block];
}

/** The shop's calls and settings, with a page for every example of every block type instead of its own pages. */
export function exampleProject(shop: ReadonlyMap<string, string>): {
  files: Map<string, string>;
  examples: Example[];
} {
  const files = new Map<string, string>();
  const examples: Example[] = [];
  for (const [path, text] of shop) {
    if (!/^config\/(?:pages|shell|site)\b/.test(path)) files.set(path, text);
    if (path === 'config/site.yaml') files.set(path, exampleSite(text));
    const type = blockTypeOf(path);
    if (type === undefined || type === 'outlet') continue;
    const schema = JSON.parse(text) as BlockSchema;
    const file = `config/pages/examples/${type}.yaml`;
    const pages = schema.examples.map((props, index) => {
      const number = index + 1;
      const blocks = placed(type, schema, props);
      const example = { type, number, path: `/example/${type}/${number}`, file, yaml: stringify(blocks) };
      examples.push(example);
      return {
        name: `${type.replaceAll('-', '_')}_${number}`,
        path: example.path,
        title: `${schema.title} ${number}`,
        meta: { header: false, footer: false, toolbar: false, baseUser: false },
        blocks: [{ block: 'text', text: schema.title, level: 'title' }, ...blocks],
      };
    });
    files.set(file, stringify({ name: `${type.replaceAll('-', '_')}_examples`, children: pages }));
  }
  for (const page of FIXED) files.set(`config/pages/${page.name}.yaml`, stringify(page));
  return { files, examples };
}

/** Budgets name pages of the shop, which are not here. */
function exampleSite(text: string): string {
  const { budgets: _, ...site } = parse(text) as Record<string, unknown>;
  return stringify({ ...site, checks: Object.fromEntries(LET_PASS.map((code) => [code, 'off'])) });
}
