import { describe, expect, test } from 'vitest';
import { createShops } from '#engine/studio/client/shop-model.ts';
import { CannotEdit } from '#engine/studio/text/cannot-edit.ts';
import { copyPage, type PageCopy } from '#engine/studio/text/copy-page.ts';
import { clockDistance } from '#engine/studio/text/moments.ts';
import { projectFiles } from '../../compiler/support/project.ts';

const PAGE = `# yaml-language-server: $schema=../../x.json
# 双十二，每年一次
name: double12
path: /double12
alias: [/d12]
title: 双十二大促   # 页签
# 到点自动开放与关闭
schedule:
  from: 2026-12-12T00:00:00+08:00
  until: &end 2026-12-13T00:00:00+08:00   # 不含
  after: /noActivity
blocks:
  - { block: sample-ads, slot: double12 }
  - { block: sample-ads, slot: shared }

  - block: countdown
    until: *end
    label: "距结束"
  - block: countdown
    until: 1797004800              # 秒
  - block: text
    text: '1797004800 与 2026-12-12'
    schedule: { until: '2026-12-12T10:30:00+08:00' }
  - block: buttons
    items: [{ text: 回到开头, to: '/double12?page=1#top' }, { text: 首页, to: / }]
`;

const ADS = `# 广告位
double12: { label: 双十二大促 · 头图, width: 10, height: 20, schedule: { from: '2026-12-01T00:00:00+08:00' } }
shared: { label: 共用, width: 10, height: 20 }
`;

const MARKET = `# yaml-language-server: $schema=../../x.json
name: market
access: member
meta: { header: false }
children:
  - name: fair
    path: /fair
    title: &fair 集市
    meta: { footer: false }
    schedule: &when
      from: 2026-11-01T00:00:00+08:00
    blocks:
      # 说明
      - block: text
        text: 第一
  - name: sale   # 甩卖
    path: /sale/:page?
    title: *fair
    schedule: *when
    blocks:
      # 开头
      - block: text
        text: |
          两行
            文字
  - { name: short, path: /short, title: 短, blocks: [{ block: text, text: 一 }] }
`;

const FILES = projectFiles({
  'config/pages/zones/double12.yaml': PAGE,
  'config/pages/market.yaml': MARKET,
  'config/ads.yaml': ADS,
});

function copied(changes: Partial<PageCopy>, texts: ReadonlyMap<string, string> = FILES) {
  const { shop, offenses } = createShops().show(texts);
  if (shop === undefined) throw new Error(JSON.stringify(offenses));
  return copyPage(texts, shop.project, {
    file: 'config/pages/zones/double12.yaml',
    pointer: [],
    name: 'double12_2027',
    path: '/double12-2027',
    title: '2027 双十二',
    distance: clockDistance('2026-12-12T00:00:00+08:00', '2027-12-11T00:00', 'Asia/Shanghai'),
    timeZone: 'Asia/Shanghai',
    ownSlots: new Set(['double12']),
    ...changes,
  });
}

describe('the copy of a page', () => {
  test('has its name, address, title and dates, and all else as it was written', () => {
    expect(copied({}).text).toBe(
      PAGE.replace('name: double12', 'name: double12_2027')
        .replace('path: /double12', 'path: /double12-2027')
        .replace('alias: [/d12]\n', '')
        .replace('title: 双十二大促 ', 'title: 2027 双十二 ')
        .replace('2026-12-12T00:00:00', '2027-12-11T00:00:00')
        .replace('2026-12-13T00:00:00', '2027-12-12T00:00:00')
        .replace('until: 1797004800', 'until: 1828454400')
        .replace('2026-12-12T10:30', '2027-12-11T10:30')
        .replace('slot: double12', 'slot: double12_2027')
        .replace('/double12?page=1#top', '/double12-2027?page=1#top'),
    );
  });

  test('gets a slot of its own, whose schedule is moved as well', () => {
    expect(copied({}).ads).toBe(
      `${ADS}double12_2027: { label: 2027 双十二 · 头图, width: 10, height: 20, schedule: { from: '2027-11-30T00:00:00+08:00' } }\n`,
    );
    expect(copied({ ownSlots: new Set() })).toMatchObject({ ads: undefined });
    expect(copied({ ownSlots: new Set() }).text).toContain('slot: double12 }');
  });

  test('keeps its ends of lines, and those of the slots', () => {
    const windows = new Map([...FILES].map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]));
    const { text, ads } = copied({}, windows);
    expect(text).toBe(copied({}).text.replaceAll('\n', '\r\n'));
    expect(ads).toBe(copied({}).ads?.replaceAll('\n', '\r\n'));
  });

  test('keeps the hour of the clock over a change to summer time', () => {
    const london = { timeZone: 'Europe/London' };
    const page = PAGE.replace('2026-12-12T00:00:00+08:00', '2026-12-12T00:30:00+00:00');
    const texts = new Map([...FILES, ['config/pages/zones/double12.yaml', page]]);
    const distance = clockDistance('2026-12-12T00:30:00+00:00', '2027-07-01T00:30', 'Europe/London');
    const { text } = copied({ ...london, distance }, texts);
    expect(text).toContain('from: 2027-07-01T00:30:00+01:00');
  });

  test('of one page of several is a file of its own, with what the pages around it gave it', () => {
    const { text } = copied({
      file: 'config/pages/market.yaml',
      pointer: ['children', 1],
      name: 'sale2',
      path: '/sale2/:page?',
      title: '甩卖',
      ownSlots: new Set(),
      distance: 86_400_000,
    });
    expect(text).toBe(`# yaml-language-server: $schema=../../x.json
name: sale2   # 甩卖
path: /sale2/:page?
title: 甩卖
access: member
meta: { header: false }
schedule: { from: 2026-11-02T00:00:00+08:00 }
blocks:
  # 开头
  - block: text
    text: |
      两行
        文字
`);
  });

  test('of a page in brackets, and of a page with pages within it', () => {
    const common = { file: 'config/pages/market.yaml', distance: 0, ownSlots: new Set<string>() };
    const short = copied({ ...common, pointer: ['children', 2], name: 'b', path: '/b', title: '' });
    expect(createShops().show(new Map([...FILES, ['config/pages/b.yaml', short.text]])).offenses).toEqual([]);
    const whole = copied({ ...common, pointer: [], name: 'market2', path: '/market2', title: '' });
    expect(whole.text).toContain('name: market2_fair\n    path: /market2/fair');
    const both = new Map([...FILES, ['config/pages/market2.yaml', whole.text]]);
    expect(createShops().show(both).offenses).toEqual([]);
  });

  test('is refused for a text with a syntax error', () => {
    const { shop } = createShops().show(FILES);
    if (shop === undefined) throw new Error('the shop does not compile');
    const broken = new Map([...FILES, ['config/pages/market.yaml', 'a: [1\nb: 2']]);
    const copy = { file: 'config/pages/market.yaml', pointer: [], name: 'b', path: '/b', title: '' };
    expect(() =>
      copyPage(broken, shop.project, { ...copy, distance: 0, timeZone: 'UTC', ownSlots: new Set() }),
    ).toThrow(CannotEdit);
  });
});
