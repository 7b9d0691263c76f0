import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTree } from '#engine/cli/files.ts';
import { sectionsOf } from '#engine/cli/report/changes.ts';
import { asMarkdown } from '#engine/cli/report/markdown.ts';
import { reachedPages, reasonsOf } from '#engine/cli/report/reach.ts';
import { WORDS, type Words } from '#engine/cli/report/vocabulary.ts';
import { compile } from '#engine/compiler/compile.ts';
import { ENGLISH } from '../../support/english-shop.ts';
import { projectFiles } from '../compiler/support/project.ts';

const SHOP: Record<string, string> = {
  'config/shell/header.yaml':
    'area: top\ndata: { total: { call: cart.total } }\nblocks: [{ block: text, text: 头 }]\n',
  'config/ads.yaml': 'sale: { label: 大促, width: 10, height: 10 }\n',
  'config/pages/a.yaml': `name: a
path: /a
meta: { header: false }
data: { goods: { call: goods.list } }
blocks:
  - { block: text, text: 第一 }
  - { block: sample-grid, items: $data.goods.list, columns: 4 }
`,
  'config/pages/b.yaml':
    "name: b\npath: /b\nblocks: [{ block: sample-ads, slot: sale }, { block: text, text: '{$site.constants.trade.shippingFee} 元' }]\n",
};

function sideOf(changes: Record<string, string>) {
  const files = projectFiles({ ...SHOP, ...changes });
  const { registry, offenses } = compile(files);
  if (registry === null) throw new Error(JSON.stringify(offenses));
  return { registry, files };
}

const BEFORE = sideOf({});

const changed = (file: string, from: string, to: string) => ({
  [file]: (BEFORE.files.get(file) ?? '').replace(from, to),
});

/** `page: what reaches it` for a change. */
const reach = (changes: Record<string, string>, sources: string[] = []) =>
  reachedPages(BEFORE, sideOf(changes), sources).map((one) => `${one.name}: ${reasonsOf(one, WORDS.zh)}`);

const everyName = ['index', 'login', 'notFound', 'noActivity', 'goods', 'a', 'b'];

describe('which pages a change reaches', () => {
  it('is none when nothing changes, or only a comment does', () => {
    expect(reach({})).toEqual([]);
    expect(reach(changed('config/pages/a.yaml', 'name: a', '# 说明\n\nname: a'))).toEqual([]);
  });

  it('is the page itself, exactly', () => {
    expect(reach(changed('config/pages/a.yaml', '第一', '第二'))).toEqual(['a: 页面 a']);
  });

  it('is every page inside a shell that changed', () => {
    const reached = reach(changed('config/shell/header.yaml', '头', '页头'));
    const inside = everyName.filter((name) => name !== 'a');
    expect(new Set(reached.map((line) => line.split(':')[0]))).toEqual(new Set(inside));
  });

  it('is every page that makes a call, or shows what it is made of', () => {
    expect(
      reach(
        changed(
          'config/api/base.yaml',
          'page: { type: integer, default: 1 }',
          'page: { type: integer, default: 2 }',
        ),
      ),
    ).toEqual(['a: 接口 goods.list']);
    const schema = 'schemas/blocks/sample-grid.schema.json';
    expect(reach(changed(schema, '一行几列', '每行几列'))).toEqual(['a: 区块类型 sample-grid']);
    expect(reach(changed('config/ads.yaml', 'width: 10', 'width: 20'))).toEqual(['b: 页面 b、广告位 sale']);
    expect(
      reach(changed('config/site.yaml', 'constants: {}', 'constants: { trade: { shippingFee: 9 } }')),
    ).toEqual(['b: 站点 constants.trade.shippingFee']);
    expect(reach(changed('config/site.yaml', 'title: 试店', 'title: 新店'))).toHaveLength(everyName.length);
  });

  it('follows the code of a block, and that which all share', () => {
    expect(reach({}, ['src/engine/blocks/sample-grid/sample-grid.tsx'])).toEqual(['a: 代码 sample-grid']);
    expect(reach({}, ['src/engine/runtime/session.ts'])).toHaveLength(everyName.length);
    expect(reach({}, ['src/server/app.ts'])).toEqual([]);
  });

  it('names new pages, and those that are gone', () => {
    expect(reach({ 'config/pages/c.yaml': 'name: c\npath: /c\nblocks: []\n' })).toEqual(['c: 新页面']);
    expect(reach({ 'config/pages/a.yaml': 'name: other\npath: /a\nblocks: []\n' })).toEqual([
      'other: 新页面',
      'a: 页面没有了',
    ]);
  });
});

describe('the report', () => {
  const reportOf = (changes: Record<string, string>, words: Words = WORDS.zh) => {
    const after = sideOf(changes);
    const report = {
      base: 'main',
      sections: sectionsOf(BEFORE.registry, after.registry, words),
      reached: reachedPages(BEFORE, after, []),
      pages: everyName.length,
      warnings: [],
    };
    return asMarkdown(report, words);
  };

  it('says in plain words what became of a page, a block, a prop', () => {
    const page = (BEFORE.files.get('config/pages/a.yaml') ?? '')
      .replace('columns: 4', 'columns: 5')
      .replace('path: /a', 'path: /a\ntitle: 新标题\nschedule: { until: 2026-11-12T00:00:00+08:00 }')
      .replace(
        '  - { block: text, text: 第一 }\n',
        "  - { block: text, text: '{$data.goods.total} 件' }\n  - { block: sample-link, to: /b }\n",
      );
    const text = reportOf({ 'config/pages/a.yaml': page });
    expect(text).toContain('- 修改 **a** /a 新标题（config/pages/a.yaml:1）');
    expect(text).toContain('  - 标题：（无） → `新标题`');
    expect(text).toContain('    - columns：`4` → `5`');
    expect(text).toContain('  - 新增区块 sample-link（config/pages/a.yaml:9）');
    expect(text).toContain('    - text：`第一` → `{$data.goods.total} 件`');
    expect(text).toContain('- 页面 a：没有排期 → 一直以来 至 2026-11-12 00:00');
    expect(text).toContain('1 个页面（共 7 个）');
    expect(text).toContain('| a | `/a` | 修改 | 页面 a |');
  });

  it('shows both pictures of a page, and says where one could not be taken', () => {
    const after = sideOf({
      'config/pages/a.yaml': `${BEFORE.files.get('config/pages/a.yaml')}  - { block: text, text: 三 }\n`,
    });
    const reached = reachedPages(BEFORE, after, []);
    const report = { base: 'main', sections: [], reached, pages: everyName.length, warnings: [] };
    const shots = (pair: { before?: string; after?: string }) =>
      asMarkdown({ ...report, shots: new Map([['a', pair]]) }, WORDS.zh);
    expect(shots({ before: 'a-1.png', after: 'a-2.png' })).toContain(
      '| a | ![a 之前](a-1.png) | ![a 之后](a-2.png) |',
    );
    expect(shots({ before: 'a-1.png' })).toContain('| a | ![a 之前](a-1.png) | 没拍成 |');
  });

  it('names what a new page is made of and asks, and what a new slot is, in words', () => {
    const text = reportOf({
      'config/ads.yaml':
        `${BEFORE.files.get('config/ads.yaml')}` +
        'sale12: { label: 双十二 · 头图, width: 1200, height: 260, max: 4, schedule: { from: 2026-12-12T00:00:00+08:00 } }\n',
      'config/pages/sale.yaml': `name: sale
path: /sale
data: { goods: { call: goods.list, query: { page: $query.page } } }
blocks:
  - { block: sample-ads, slot: sale12 }
  - block: sample-grid
    items: $data.goods.list
    on: { pick: [{ when: $user.show, then: [{ call: cart.add, body: { id: $event.id, number: 1 } }] }] }
`,
      'config/pages/a.yaml': `${BEFORE.files.get('config/pages/a.yaml')}  - { block: sample-ads, slot: sale12 }\n`,
    });
    expect(text).toContain('- 新增 **sale** /sale （config/pages/sale.yaml:1）');
    expect(text).toContain('  - 区块：sample-ads、sample-grid');
    expect(text).toContain('  - 接口：goods.list、focus.show、cart.add');
    expect(text).toContain(
      '- 新增广告位 **sale12**：双十二 · 头图，1200×260，最多 4 张，2026-12-12 00:00 至 以后一直',
    );
    expect(text).toContain('  - 新增数据 **slot_sale12**：广告位 sale12 的广告');
  });

  /** The lines of the report about one page that was one thing and is another. */
  const between = (was: string, is: string) => {
    const [before, after] = [was, is].map((text) =>
      sideOf({ 'config/pages/one.yaml': `name: one\npath: /one\n${text}\n` }),
    );
    if (!before || !after) throw new Error('unreachable: two sides were made');
    return sectionsOf(before.registry, after.registry, WORDS.zh).flatMap(({ lines }) =>
      lines.map((line) => line.trim()),
    );
  };

  it('shows what a list has gained and lost, and what of it changed, not two cut texts', () => {
    const items = (...texts: string[]) => `blocks: [{ block: buttons, items: [${texts.join(', ')}] }]`;
    const [a, b, c] = ['一', '二', '三'].map(
      (text) => `{ text: ${text}, to: '/b?x=${'很长的地址'.repeat(12)}' }`,
    );
    const lines = between(items(a ?? '', b ?? ''), items(a ?? '', c ?? '', b ?? ''));
    expect(lines).toContainEqual(expect.stringMatching(/^- items：新增第 2 项 `.*三/));
    expect(lines.filter((line) => line.includes('items'))).toHaveLength(1);
    expect(between(items(a ?? '', b ?? ''), items(b ?? ''))).toContainEqual(
      expect.stringMatching(/^- items：去掉第 1 项 `.*一/),
    );
    const later = (b ?? '').replace("' }", "尾' }");
    const changed = between(items(a ?? '', b ?? ''), items(a ?? '', later));
    expect(changed).toContainEqual(expect.stringMatching(/^- items\.2\.to：`….*` → `….*尾`$/));
    expect(between(items(a ?? '', b ?? ''), items(b ?? '', a ?? ''))).toContainEqual(
      expect.stringMatching(/^- items：第 \d 项移到第 \d 项/),
    );
  });

  it('shows which field of a mapping another one is taken from', () => {
    const grid = (fields: string) =>
      `data: { goods: { call: goods.list } }\nblocks: [{ block: product-grid, to: /goods/1, items: { from: $data.goods.list, id: id, name: name, ${fields} } }]`;
    expect(between(grid('price: price, note: code'), grid("price: price, note: '{code} {expires}'"))).toEqual(
      expect.arrayContaining(['- items.fields.note：`$item.code` → `{$item.code} {$item.expires}`']),
    );
  });

  it('shows where a redirect leads, and whether for good', () => {
    expect(between('redirect: /a', 'redirect: /b')).toContain('- 跳转：`/a` → `/b`');
    expect(between('redirect: /a', 'redirect: { to: /a, status: 301 }')).toContain(
      '- 跳转：`/a` → `/a`（301，永久）',
    );
    expect(between('redirect: /a', 'blocks: []')).toContain('- 跳转：`/a` → （无）');
    const added = reportOf({ 'config/pages/old.yaml': 'name: old\npath: /old\nredirect: /a\n' });
    expect(added).toContain('- 新增 **old** /old （config/pages/old.yaml:1）\n  - 跳转：`/a`');
  });

  it('shows where a page leads before it opens and after it has closed', () => {
    const open = (after: string) =>
      `schedule: { until: 2026-11-12T00:00:00+08:00, after: ${after} }\nblocks: []`;
    expect(between(open('/a'), open('/b'))).toContain(
      '- 页面 one：一直以来 至 2026-11-12 00:00，结束后转到 /a → 一直以来 至 2026-11-12 00:00，结束后转到 /b',
    );
  });

  it('says so when there is nothing to say', () => {
    expect(reportOf({})).toContain('配置没有变化。');
    expect(reportOf({})).toContain('没有页面受影响。');
  });
});

describe('the report of a shop in English', () => {
  /** Chinese characters, and the marks that only Chinese is written with. */
  const CHINESE = /[\p{Script=Han}\u3001-\u303F\uFF00-\uFFEF]/u;

  const TALKS = `name: talks
path: /talks
title: Talks
schedule: { until: 2026-11-12T00:00:00Z, after: /closed }
data: { list: { call: product.list, query: { page: 1 } } }
blocks:
  - { block: text, text: First }
  - { block: buttons, items: [{ text: One, to: / }, { text: Two, to: /login }] }
  - { block: text, text: Later, schedule: { from: 2026-11-01T00:00:00Z } }
`;
  const OLD: Record<string, string> = {
    ...ENGLISH,
    'config/pages/talks.yaml': TALKS,
    'config/pages/gone.yaml': 'name: gone\npath: /gone\ntitle: Gone\nredirect: { to: /, status: 301 }\n',
    'config/pages/moved.yaml': 'name: moved\npath: /moved\nredirect: /\n',
    'config/shell/header.yaml': 'area: top\nblocks: [{ block: text, text: Top }]\n',
  };
  const NEW: Record<string, string> = {
    ...OLD,
    'config/pages/talks.yaml': TALKS.replace('title: Talks', 'title: Readings')
      .replace('after: /closed', 'after: /login')
      .replace('First', 'Second')
      .replace(
        '[{ text: One, to: / }, { text: Two, to: /login }]',
        '[{ text: Two, to: /login }, { text: Three, to: /login }]',
      )
      .replace('2026-11-01', '2026-11-02'),
    'config/pages/moved.yaml': 'name: moved\npath: /moved\nredirect: { to: /login, status: 301 }\n',
    'config/pages/new.yaml': `name: new
path: /new
title: New
data: { list: { call: product.list, query: { page: 2 }, when: $user.role } }
blocks: [{ block: ad-banner, slot: door }]
`,
    'config/shell/header.yaml':
      'area: top\ndata: { list: { call: product.list, query: { page: 3 } } }\nblocks: [{ block: text, text: Head }, { block: text, text: More }]\n',
    'config/ads.yaml': `${ENGLISH['config/ads.yaml']}door: { label: At the door, width: 10, height: 10, max: 4, schedule: { from: 2026-12-01T00:00:00Z } }\n`,
    'config/api/base.yaml': `${ENGLISH['config/api/base.yaml']}talk.list: { get: /api/talk, access: member, description: All talks, response: { page: product-card } }\n`,
    'config/site.yaml': (ENGLISH['config/site.yaml'] ?? '').replace('Paper & Ink', 'Ink & Paper'),
    'config/errors.yaml': 'success: [200, 201]\nrules: []\n',
  };
  delete NEW['config/pages/gone.yaml'];

  async function englishReport(words: Words): Promise<string> {
    const schemas = await readTree('schemas/engine', ['.json']);
    const side = (config: Record<string, string>) => {
      const files = new Map([...schemas, ...Object.entries(config)]);
      const { registry, offenses } = compile(files);
      if (registry === null) throw new Error(offenses.map(({ message }) => message.en).join('\n'));
      return { registry, files };
    };
    const [before, after] = [side(OLD), side(NEW)];
    const weight = { scripts: 1, styles: 1, config: 1, html: 1, images: 1, calls: 1 };
    return asMarkdown(
      {
        base: 'main',
        sections: sectionsOf(before.registry, after.registry, words),
        reached: reachedPages(before, after, ['src/engine/blocks/text/text.tsx']),
        pages: 9,
        warnings: ['config/pages/new.yaml:1 it is odd (odd)'],
        weights: {
          before: new Map([['talks', weight]]),
          after: new Map([['talks', { ...weight, html: 2001 }]]),
        },
        shots: new Map([['talks', { before: 'talks-before.png' }]]),
      },
      words,
    );
  }

  it('has no Chinese character in it, whatever has changed', async () => {
    const text = await englishReport(WORDS.en);
    expect(text.split('\n').filter((line) => CHINESE.test(line))).toEqual([]);
    expect(text).toContain('- changed **talks** /talks Readings (config/pages/talks.yaml:1)');
    expect(text).toContain('- removed **gone** /gone Gone, which led to `/` (301, for good)');
    expect(text).toContain('- block ad-banner (door) of new: no schedule → 2026-12-01 00:00 to for good');
    expect(text).toContain('| talks | `/talks` | changed | page talks, shell header, site title,');
  });

  it('is the one in Chinese line by line, with the same parts named', async () => {
    const [zh, en] = [await englishReport(WORDS.zh), await englishReport(WORDS.en)];
    expect(zh.split('\n')).toHaveLength(en.split('\n').length);
    expect(zh).toContain('| talks | `/talks` | 修改 | 页面 talks、外壳 header、站点 title、');
  });
});

describe('npm run report', () => {
  let folder = '';
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
  const run = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((done) => {
      execFile(process.execPath, [resolve('tools/report.ts'), ...args], { cwd: folder }, (error, out, err) =>
        done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      );
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storewright-report-test-'));
    await cp('schemas', join(folder, 'schemas'), { recursive: true });
    for (const [path, text] of BEFORE.files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'base');
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('compares the working tree with a commit', async () => {
    await writeFile(
      join(folder, 'config/pages/a.yaml'),
      (SHOP['config/pages/a.yaml'] ?? '').replace('第一', '第二'),
    );
    const { code, out, err } = await run('main');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('    - text：`第一` → `第二`');
  });

  it('refuses what does not compile, and what is no commit', async () => {
    await writeFile(join(folder, 'config/pages/a.yaml'), 'name: a\npath: /a\nblocks: [{ block: nothing }]\n');
    const broken = await run('main');
    expect(broken.code).toBe(1);
    expect(broken.err).toMatch(/改动后的配置有错误[^]*config\/pages\/a\.yaml:3:19 错误 unknown-block/);
    expect((await run('nowhere')).code).toBe(1);
    expect((await run()).code).toBe(2);
  });
});
