import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readSchemaFiles } from '#engine/cli/project/load-project.ts';
import { type Construct, constructsOf } from '#engine/cli/reference/constructs.ts';
import { languageMarkdown } from '#engine/cli/reference/markdown.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';

const schemas = new Map(
  [...(await readSchemaFiles())].filter(([path]) => path.startsWith('schemas/engine/')),
);
const read = (locale: string) => constructsOf(readSchemas(schemas, { locale }));
const constructs = read('en');
const byId = new Map(constructs.map((construct) => [construct.id, construct]));
const compile = createCompiler();

const examplesOf = (id: string) => byId.get(id)?.examples ?? [];
const [site, calls, errors, slots, header] = ['site', 'call', 'errors', 'slot', 'shell'].map(
  (id) => examplesOf(id)[0],
);

const PRODUCT = {
  title: 'Product',
  description: 'A product',
  type: 'object',
  required: ['id', 'title', 'price_cents', 'images'],
  properties: {
    id: { description: 'Number', type: 'integer' },
    title: { description: 'Name', type: 'string' },
    price_cents: { description: 'Price', type: 'integer' },
    images: { description: 'Addresses', type: 'array', items: { type: 'string' } },
  },
};

const pages = (name: string, children: readonly unknown[]) => ({
  [`config/pages/${name}.yaml`]: { name, children },
});
const blank = (name: string, path: string, blocks: unknown[] = []) => ({ name, path, title: name, blocks });

/** The shop that the examples of whole files are, together. */
const SHOP: Record<string, unknown> = {
  'config/site.yaml': site,
  'config/api/shop.yaml': calls,
  'config/api/products.graphql':
    'query Products($first: Int!) { products(first: $first) { nodes { id title price_cents images } } }',
  'config/errors.yaml': errors,
  'config/ads.yaml': slots,
  'config/shell/header.yaml': header,
  'config/shell/sale.yaml': header,
  ...pages('shop', examplesOf('page')),
  ...pages('fixed', [
    blank('home', '/', [{ block: 'ad-banner', slot: 'window' }]),
    blank('login', '/login'),
    blank('missing', '/404'),
    blank('cart', '/cart'),
    blank('product', '/products/:id'),
  ]),
  'schemas/shop/entities/product.schema.json': PRODUCT,
};

const siteWith = (part: object): Record<string, unknown> => ({
  'config/site.yaml': { ...(site as object), ...part },
});
const apiWith = (part: object) => siteWith({ api: { ...(site as { api: object }).api, ...part } });
const callsWith = (more: object) => ({ 'config/api/more.yaml': more });
const page = (part: object) => ({
  'config/pages/tried.yaml': { ...blank('tried', '/tried'), title: 'Tried', ...part },
});
const PRODUCTS = { products: { call: 'products.list', query: { page: '$query.page' } } };
const GRID = {
  block: 'product-grid',
  items: { from: '$data.products.list', id: 'id', name: 'title', price: 'price_cents' },
  to: '/products/{$item.id}',
};

/** Where an action stands: in the event that it reads, with what it opens on the page. */
const acting = (action: unknown) => {
  const paged = JSON.stringify(action).includes('$event.page');
  return page({
    data: PRODUCTS,
    blocks: [
      { block: 'dialog', id: 'sizes', title: 'Sizes', blocks: [{ block: 'text', text: 'Small' }] },
      { ...GRID, ...(!paged && { on: { add: [action] } }) },
      ...(paged ? [{ block: 'pagination', page: 1, pageSize: 12, total: 40, on: { change: [action] } }] : []),
    ],
  });
};

/** Construct -> the files in which one of its examples stands. */
const PLACES: Record<string, (example: never) => Record<string, unknown>> = {
  site: (example) => ({ 'config/site.yaml': example }),
  auth: (example) => apiWith({ auth: example }),
  answers: (example) => apiWith({ answers: example }),
  'answers.success': (example) => apiWith({ answers: { ok: example } }),
  'answers.pointers': (example) => apiWith({ answers: { message: example } }),
  'answers.paging': (example) => apiWith({ page: example }),
  condition: (example) => page({ data: PRODUCTS, blocks: [{ block: 'text', text: 'Yes', when: example }] }),
  reference: (example) => acting({ open: 'sizes', with: example }),
  'site.role': (example) => siteWith({ roles: { customer: example, staff: '$user.role' } }),
  'site.preview': (example) =>
    siteWith({ roles: { customer: { when: '$user.id', preview: example }, staff: '$user.role' } }),
  'site.texts': (example) => siteWith({ texts: example }),
  'site.budget': (example) => siteWith({ budgets: { pages: { home: example } } }),
  page: () => ({}),
  'page.meta': (example) => page({ meta: example }),
  'page-schedule': (example) => page({ schedule: example }),
  'page.remember': (example) => page({ remember: example }),
  data: (example) => page({ data: example }),
  block: (example) => page({ data: PRODUCTS, blocks: [example] }),
  schedule: (example) => page({ blocks: [{ block: 'text', text: 'Now', schedule: example }] }),
  action: acting,
  shell: (example) => ({ 'config/shell/header.yaml': example }),
  call: (example) => ({ 'config/api/shop.yaml': example }),
  'call.call': (example) => callsWith({ 'tried.call': example }),
  'field.fields': (example) => callsWith({ 'tried.call': { post: '/tried', body: example } }),
  field: (example) => callsWith({ 'tried.call': { post: '/tried', body: { tried: example } } }),
  errors: (example) => ({ 'config/errors.yaml': example }),
  slot: (example) => ({ 'config/ads.yaml': example }),
};

/** Warnings that an example need not care for: what it declares is used in the shop around it. */
const LET_PASS = new Set([
  'unused-call',
  'unused-data',
  'unused-slot',
  'unreachable-page',
  'data-access',
  'event-unhandled',
]);

function offensesOf(files: Record<string, unknown>): string[] {
  const texts = Object.entries({ ...SHOP, ...files }).map(([path, content]): [string, string] => [
    path,
    typeof content === 'string'
      ? content
      : path.endsWith('.json')
        ? JSON.stringify(content)
        : stringify(content),
  ]);
  return compile(new Map([...schemas, ...texts]))
    .offenses.filter(({ code }) => !LET_PASS.has(code))
    .map(({ file, line, code, message }) => `${file}:${line} ${code} ${message.en}`);
}

/** Constructs that are a word or a path: the tables in which they stand have the examples. */
const isPlain = ({ schema }: Construct) => schema['type'] === 'string' && schema['pattern'] !== undefined;

describe('the reference of the config language', () => {
  it('is written as its schemas are', async () => {
    const written = await readFile('src/engine/guide/language.md', 'utf8');
    expect(written).toBe(languageMarkdown(readSchemas(schemas, { locale: 'en' })));
  });

  it('reaches every schema of the language, and every part of one', () => {
    const files = [...schemas].flatMap(([path, text]) => {
      const [, name] = /^schemas\/engine\/config\/(.+)\.schema\.json$/.exec(path) ?? [];
      const parts = Object.keys((JSON.parse(text) as { $defs?: object }).$defs ?? {});
      return name === undefined ? [] : [name, ...parts.map((part) => `${name}.${part}`)];
    });
    expect([...byId.keys()].toSorted()).toEqual(files.toSorted());
  });

  it.each(['zh', 'en'])('says what every construct and every key is for, in %s', (locale) => {
    const lacks = read(locale).flatMap(({ id, title, text, groups }) => [
      ...(title === '' || text === '' ? [id] : []),
      ...groups.flatMap(({ rows }) =>
        rows.filter((row) => row.text === '').map((row) => `${id} ${row.path}`),
      ),
    ]);
    expect(lacks).toEqual([]);
  });

  it('is in English throughout, but for the defaults of a shop in Chinese', () => {
    const said = constructs.flatMap(({ id, title, text, groups }) => [
      [id, title, text],
      ...groups.flatMap((group) => [[id, group.title], ...group.rows.map((row) => [id, row.path, row.text])]),
    ]);
    expect(said.filter((texts) => /\p{Script=Han}/u.test(texts.join(' ')))).toEqual([]);
  });

  it('has an example of every construct', () => {
    const without = constructs.filter((construct) => construct.examples.length === 0 && !isPlain(construct));
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it('names no construct twice, and links to none that is not there', async () => {
    const titles = constructs.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    const text = await readFile('src/engine/guide/language.md', 'utf8');
    const anchors = new Set(titles.map((title) => title.toLowerCase().replaceAll(' ', '-')));
    const links = Array.from(text.matchAll(/\]\(#([^)]+)\)/g), ([, anchor = '']) => anchor);
    expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });
});

describe('the examples of the language', () => {
  it('are one shop, as far as they are whole files', () => {
    expect(offensesOf({})).toEqual([]);
  });

  const cases = constructs.flatMap(({ id, examples }) =>
    examples.map((example, index) => [`${id} ${index + 1}`, id, example] as const),
  );
  it.each(cases)('%s compiles where it belongs', (_, id, example) => {
    const place = PLACES[id];
    if (place === undefined) throw new Error(`nobody says where an example of ${id} stands`);
    expect(offensesOf(place(parse(stringify(example)) as never))).toEqual([]);
  });
});
