import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTree } from '#engine/cli/files.ts';
import { generateEditor } from '#engine/cli/generate/generate.ts';
import { BLOCK_SCHEMAS } from '../support/block-schemas.ts';
import { type Completion, type LanguageServer, startLanguageServer } from '../support/language-server.ts';

const PAGE = 'config/pages/sample.yaml';
const HEAD = `# yaml-language-server: $schema=../../src/generated/editor/page.schema.json
name: sample
path: /sample
`;

let server: LanguageServer;

beforeAll(async () => {
  await generateEditor();
  server = await startLanguageServer();
});

afterAll(() => server.stop());

const offered = (yaml: string) => server.completeAt(PAGE, HEAD + yaml);
const marked = async (yaml: string) => {
  const text = HEAD + yaml;
  const lines = text.split('\n');
  const found = await server.open(PAGE, text);
  return found.map(({ range, message }) => ({
    text: lines[range.start.line]?.slice(range.start.character, range.end.character),
    message,
  }));
};
const labels = (items: readonly Completion[]) => items.map(({ label }) => label);
const about = (items: readonly Completion[], label: string) => {
  const documentation = items.find((item) => item.label === label)?.documentation ?? '';
  return typeof documentation === 'string' ? documentation : documentation.value;
};

describe('an editor with the YAML language server', () => {
  it('offers every block type with its description', async () => {
    const items = await offered('blocks:\n  - block: ‸\n');
    const types = BLOCK_SCHEMAS.map(({ type }) => type);
    expect(labels(items).toSorted()).toEqual(types.toSorted());
    expect(about(items, 'goods-grid')).toContain('一格一个商品的卡片');
  });

  it('offers whole blocks with the keys that they need', async () => {
    const items = await offered('blocks:\n  - ‸\n');
    const carousel = items.find(({ label }) => label === 'ad-carousel 广告轮播');
    expect(carousel?.insertText).toBe('block: ad-carousel\n  slot: ${1}');
  });

  it('offers the props of that block type, their values and their documentation', async () => {
    const props = await offered('blocks:\n  - block: goods-grid\n    ‸\n');
    expect(labels(props)).toEqual(
      expect.arrayContaining(['items', 'to', 'columns', 'when', 'schedule', 'on']),
    );
    expect(labels(props)).not.toContain('slot');
    expect(about(props, 'columns')).toBe('宽屏时每行几个，窄屏自动减少　默认 `5`');
    expect(labels(await offered('blocks:\n  - block: goods-grid\n    variant: ‸\n'))).toEqual([
      'standard',
      'compact',
      'spike',
    ]);
    expect(labels(await offered('blocks:\n  - block: goods-grid\n    on:\n      ‸\n'))).toContain('favorite');
  });

  it('offers slots, calls with their arguments, pages and references', async () => {
    const slots = await offered('blocks:\n  - block: ad-carousel\n    slot: ‸\n');
    expect(about(slots, 'postList')).toContain('1200×160 px');
    const calls = await offered('data:\n  goods:\n    call: ‸\n');
    expect(about(calls, 'goods.list')).toContain('GET /api/goods/list');
    const query = await offered('data:\n  goods:\n    call: goods.list\n    query:\n      ‸\n');
    expect(labels(query)).toEqual(expect.arrayContaining(['keywords', 'page', 'sort']));
    const pages = await offered('redirect: ‸\n');
    expect(about(pages, '/login')).toContain('登录');
    const references = await offered('blocks:\n  - block: goods-grid\n    items: $‸\n');
    expect(labels(references)).toEqual(
      expect.arrayContaining(['$user.name', '$query.page', '$data.goods.list', '$site.title', '$now']),
    );
    expect(labels(await offered('meta:\n  header: ‸\n'))).toContain('header-login');
  });

  it('explains what the pointer is on, in Chinese', async () => {
    const text = `${HEAD}blocks:\n  - block: countdown\n    until: $data.activity.ends_at\n`;
    expect(await server.hover(PAGE, text, 'countdown')).toContain('到某一时刻还剩多久，按服务器的时钟。');
    expect(await server.hover(PAGE, text, 'until')).toContain('到哪一时刻：写作 2026-12-13T00:00:00+08:00');
  });

  it('marks a wrong prop, a wrong type and a wrong name', async () => {
    const block = 'blocks:\n  - block: goods-grid\n    items: $data.goods.list\n    to: /list\n';
    expect(await marked(block)).toEqual([]);
    expect(
      await marked(
        'blocks:\n  - { block: ad-banner, items: [{ id: $item.id, url: /list, image: $item.image, title: 图 }] }\n',
      ),
    ).toEqual([]);
    expect(await marked(`${block}    colums: 5\n`)).toEqual([
      { text: 'colums', message: '属性 colums 不被允许。' },
    ]);
    expect(await marked(`${block}    columns: five\n`)).toMatchObject([{ text: 'five' }]);
    expect(await marked('blocks:\n  - block: goods-gird\n')).toMatchObject([{ text: 'goods-gird' }]);
    expect(await marked('blocks:\n  - { block: ad-banner, slot: postlist }\n')).toMatchObject([
      { text: 'postlist' },
    ]);
    expect(await marked('data:\n  goods: { call: goods.lst }\n')).toMatchObject([{ text: 'goods.lst' }]);
  });

  it('offers the fields of a mapping, and marks what is none', async () => {
    const grid = 'blocks:\n  - block: product-grid\n    to: /list\n    items:\n';
    const whole = 'from: $data.goods.list\n      id: id\n      name: name\n      price: price';
    const fields = await offered(`${grid}      from: $data.goods.list\n      ‸\n`);
    expect(labels(fields)).toEqual(expect.arrayContaining(['id', 'name', 'price', 'original_price', 'tags']));
    expect(about(fields, 'price')).toContain('单价；这位读者看不到时为 null');
    expect(labels(await offered(`${grid}      ${whole}\n      tags:\n        ‸\n`))).toEqual(
      expect.arrayContaining(['from', 'text', 'tone', 'is']),
    );
    const written = `note: '{maker} · {spec}'\n      unit: { is: 盒 }\n      original_price: null`;
    const tags = 'tags: { from: marks, text: name, tone: { is: info } }\n      image: images[0].url';
    expect(await marked(`${grid}      ${whole}\n      ${written}\n      ${tags}\n`)).toEqual([]);
    expect(await marked(`${grid}      ${whole}\n      nots: maker\n`)).toMatchObject([{ text: 'nots' }]);
  });

  it('finds nothing wrong with the shop, whose every file names its schema', async () => {
    const paths = (await listTree('config')).filter((file) => /^config\/(?!guide\/).*\.yaml$/.test(file));
    /* All at once: the server waits a while with each of them, lest more is typed. */
    const wrong = await Promise.all(
      paths.map(async (path) => {
        const text = await readFile(path, 'utf8');
        const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? '';
        const target = resolve(dirname(path), schema);
        const isNamed = target.startsWith(resolve('src/generated/editor'));
        const errors = (await server.open(path, text)).filter(({ severity }) => severity === 1);
        return [
          ...(isNamed ? [] : [`${path}: no schema line`]),
          ...errors.map(({ range, message }) => `${path}:${range.start.line + 1} ${message}`),
        ];
      }),
    );
    expect(paths.length).toBeGreaterThan(100);
    expect(wrong.flat()).toEqual([]);
  }, 120_000);
});
