import { describe, expect, it } from 'vitest';
import { explain } from '#engine/cli/explain/explain.ts';
import { offlineReader } from '#engine/cli/explain/reader.ts';
import { SourceLocations } from '#engine/cli/explain/source-locations.ts';
import { compile } from '#engine/compiler/compile.ts';
import { page, projectFiles } from '../compiler/support/project.ts';

/** The explanation of an address in a small shop, as one text. */
async function explained(
  files: Record<string, string>,
  address: string,
  {
    at = '2026-11-05T00:00:00+08:00',
    as = 'visitor',
    lang = 'zh',
  }: { at?: string; as?: string; lang?: 'zh' | 'en' } = {},
): Promise<string> {
  const all = projectFiles(files);
  const site = all.get('config/site.yaml') ?? '';
  const played = site.replace('approved: {', 'approved: { preview: { account: demo, user: { show: true } },');
  const { registry, offenses } = compile(new Map([...all, ['config/site.yaml', played]]));
  if (registry === null) throw new Error(JSON.stringify(offenses));
  const reader = offlineReader(as, registry);
  const show = (path: string) => path;
  const seconds = Date.parse(at) / 1000;
  const lines = await explain({
    registry,
    locations: new SourceLocations(all),
    address,
    at: seconds,
    reader,
    lang,
    show,
  });
  return lines.join('\n');
}

const SALE =
  page(`schedule: { from: 2026-11-01T00:00:00+08:00, until: 2026-11-12T00:00:00+08:00, after: /login }
data:
  goods: { call: goods.list, query: { page: $query.page } }
  mine: { call: cart.list, when: $user.show }
blocks:
  - { block: text, text: 会员好, when: $user.show }
  - { block: text, text: 早鸟, schedule: { until: 2026-11-03T00:00:00+08:00 } }
  - { block: sample-grid, items: $data.goods.list }`);

describe('npm run explain', () => {
  it('names the route and its rivals, with the line that declares it', async () => {
    expect(await explained({}, '/item/7')).toContain(
      'goods ← /item/:id（:id = 7）  config/pages/fixed.yaml:7',
    );
    const rival = { 'config/pages/new.yaml': 'name: fresh\npath: /goods/new\nblocks: []\n' };
    expect(await explained(rival, '/goods/new')).toMatch(/fresh ← \/goods\/new .*\n {2}也匹配 \/goods\/:id/);
    expect(await explained({}, '/nowhere')).toContain('转到 /404');
  });

  it('says what a block with a mapping waits for', async () => {
    const mapped = page(`data: { goods: { call: goods.list } }
blocks:
  - { block: product-grid, to: /goods/1, items: { from: $data.goods.list, id: id, name: name, price: price } }`);
    expect(await explained(mapped, '/sample')).toMatch(
      /product-grid {2}没有数据可看（--site 连上商店）：goods/,
    );
  });

  it('says why a block is hidden: by its condition, by its schedule', async () => {
    const text = await explained(SALE, '/sample?page=3');
    expect(text).toContain(
      '不显示  text  条件不成立：when "$user.show"（$user.show = false）  config/pages/sample.yaml:8',
    );
    expect(text).toContain(
      '不显示  text  不在排期内：一直以来 至 2026-11-03 00:00  config/pages/sample.yaml:9',
    );
    expect(await explained(SALE, '/sample', { as: 'demo' })).toContain('显示  text  条件成立');
    expect(await explained(SALE, '/sample', { at: '2026-11-02T00:00:00+08:00' })).toContain(
      '显示  text  在排期内',
    );
  });

  it('names each call with what it is asked, and each that is not made', async () => {
    const text = await explained(SALE, '/sample?page=3');
    expect(text).toMatch(
      /\$data\.goods {2}goods\.list {2}GET \/api\/goods\/list\?page=3 .*config\/pages\/sample\.yaml:5/,
    );
    expect(text).toMatch(/\$data\.mine .*不取：\$user\.show = false .*:6/);
  });

  it('says where a closed page leads, and who may not see one', async () => {
    expect(await explained(SALE, '/sample', { at: '2026-12-01T00:00:00+08:00' })).toContain(
      '此刻不开放，转到 /login',
    );
    const members = page('access: approved\nblocks: []');
    expect(await explained(members, '/sample')).toContain('转到 /login?from=%2Fsample');
    expect(await explained(members, '/sample', { as: 'member' })).toContain('approved / member：转到 /404');
    expect(await explained(members, '/sample', { as: 'approved' })).toContain('可以看');
  });

  it('follows the whole way: through schedules, redirects, to the login', async () => {
    const way = (path: string, rest: string) => ({
      [`config/pages${path}.yaml`]: `name: ${path.slice(1)}\npath: ${path}\n${rest}\n`,
    });
    const files = {
      ...way('/main', 'schedule: { until: 2026-11-01T00:00:00+08:00, after: /over }\nblocks: []'),
      ...way('/over', 'redirect: { to: /mine, status: 301 }'),
      ...way('/mine', 'access: member\nblocks: []'),
    };
    const text = await explained(files, '/main?a=1');
    const steps = text.split('\n').filter((line) => /^网址|转到/.test(line));
    expect(steps.map((line) => line.replace(/ {4}时刻.*/, ''))).toEqual([
      '网址  /main?a=1',
      '  main 的排期  一直以来 至 2026-11-01 00:00，结束后转到 /over',
      '  此刻不开放，转到 /over',
      '网址  /over',
      '  转到 /mine（301，永久）',
      '网址  /mine',
      '  权限  member / visitor：转到 /login?from=%2Fmine',
      '网址  /login?from=%2Fmine',
    ]);
    expect(text).toMatch(/权限 {2}visitor \/ visitor：可以看\n[^]*\n页面 login$/);
    const early = await explained(files, '/main', { at: '2026-10-01T00:00:00+08:00' });
    expect(early).toContain('页面 main');
  });

  it('names the routes that an unanswered address is most like', async () => {
    const text = await explained({}, '/gods/7');
    expect(text).toContain('没有页面匹配，转到 /404');
    expect(text).toContain('是不是想看 /goods/:id  goods  config/pages/fixed.yaml:7');
    expect(await explained({}, '/gods/7', { lang: 'en' })).toContain('did you mean /goods/:id');
  });

  it('gives the data of a slot the line of the slot', async () => {
    const ads = { 'config/ads.yaml': 'postList: { label: 头图, width: 10, height: 10 }\n' };
    const blocks =
      'blocks:\n  - { block: text, text: 好 }\n  - block: sample-box\n    blocks:\n      - block: sample-ads\n        slot: postList';
    expect(await explained({ ...ads, ...page(blocks) }, '/sample')).toMatch(
      /\$data\.slot_postList .*config\/pages\/sample\.yaml:8$/m,
    );
  });

  it('speaks English throughout when asked', async () => {
    const text = await explained(SALE, '/sample?page=3', { lang: 'en' });
    // What the shop itself says is as it says it.
    expect(text.replaceAll('会员好', '')).not.toMatch(/[\u3000-\u9fff\uff00-\uffef]/);
  });
});
