import { parse, stringify } from 'yaml';
import { asObject, type Json } from '#engine/compiler/json.ts';
import { blockTypeOf } from '#engine/compiler/schema/library.ts';
import { inLocale, isChinese, localeOf, SITE_FILE } from '#engine/compiler/schema/locale.ts';
import { EXAMPLE_WORDS, type ExampleWords } from './example-words.ts';

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

/** Where the pages are that every site has, unless it says otherwise. */
const FIXED = { home: '/', login: '/login', notFound: '/404', closed: '/noActivity' };

function fixedPages(site: Json, { titles }: ExampleWords): { name: keyof typeof FIXED }[] {
  const paths = { ...FIXED, ...asObject(site['pages']) };
  const names = Object.keys(FIXED) as (keyof typeof FIXED)[];
  return names.map((name) => ({ name, path: paths[name], title: titles[name], blocks: [] }));
}

/** Adds a handler for every event, unless it waits for a response, content for a container, and a button that opens what can be opened. */
function placed(
  type: string,
  schema: BlockSchema,
  props: Record<string, unknown>,
  words: ExampleWords,
): unknown[] {
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
      blocks: words.inside.map((text) => ({ block: 'text', text })),
    }),
  };
  if (!schema.openable) return [block];
  const opener = { block: 'buttons', items: [{ text: words.open }], on: { press: [{ open: 'example' }] } };
  return [opener, block];
}

/** The shop's calls and settings, with a page for every example of every block type instead of its own pages. */
export function exampleProject(shop: ReadonlyMap<string, string>): {
  files: Map<string, string>;
  examples: Example[];
} {
  const locale = localeOf(shop);
  const words = EXAMPLE_WORDS[isChinese(locale) ? 'zh' : 'en'];
  const files = new Map<string, string>();
  const examples: Example[] = [];
  for (const [path, text] of shop) {
    if (!/^config\/(?:pages|shell|site)\b/.test(path)) files.set(path, text);
    if (path === 'config/site.yaml') files.set(path, exampleSite(text));
    const type = blockTypeOf(path);
    if (type === undefined || type === 'outlet') continue;
    const schema = inLocale(JSON.parse(text) as Json, locale) as unknown as BlockSchema;
    const file = `config/pages/examples/${type}.yaml`;
    const pages = schema.examples.map((props, index) => {
      const number = index + 1;
      const blocks = placed(type, schema, props, words);
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
  const site = asObject(parse(shop.get(SITE_FILE) ?? ''));
  for (const page of fixedPages(site, words)) files.set(`config/pages/${page.name}.yaml`, stringify(page));
  return { files, examples };
}

/** Budgets name pages of the shop, which are not here. */
function exampleSite(text: string): string {
  const { budgets: _, ...site } = parse(text) as Record<string, unknown>;
  return stringify({ ...site, checks: Object.fromEntries(LET_PASS.map((code) => [code, 'off'])) });
}
