import { describe, expect, test } from 'vitest';
import { createShops } from '#engine/studio/client/shop-model.ts';
import { timelineRows } from '#engine/studio/client/timeline/rows.ts';
import { projectFiles } from '../../../compiler/support/project.ts';

const at = (text: string) => Date.parse(`2026-${text}T00:00:00+08:00`);
const open = (from: string, until: string) =>
  `schedule: { from: 2026-${from}T00:00:00+08:00, until: 2026-${until}T00:00:00+08:00 }`;

const FILES = {
  'config/ads.yaml': `top: { label: 头图, width: 100, height: 50, ${open('12-01', '12-11')} }\n`,
  'config/pages/a.yaml': `name: a
path: /a
title: 双十二
${open('12-01', '12-13')}
blocks:
  - { block: ad-carousel, slot: top }
  - { block: text, text: 平时 }
  - block: text
    text: 最后一天
    ${open('12-12', '12-13')}
`,
  'config/pages/b.yaml': `name: b
path: /b/:id
blocks:
  - { block: text, text: 一, ${open('12-01', '12-05')} }
  - { block: text, text: 二, ${open('12-06', '12-20')} }
`,
};

function rowsOf(files: Record<string, string> = FILES) {
  const { shop, offenses } = createShops().show(projectFiles(files));
  expect(offenses).toEqual([]);
  if (shop === undefined) throw new Error('no shop');
  return timelineRows(shop, at('11-20'), (type) => type);
}

describe('the lines of the timeline', () => {
  test('are pages with their scheduled blocks beneath, then the slots', () => {
    const { rows } = rowsOf();
    expect(rows.map(({ kind, title, path }) => [kind, title, path])).toEqual([
      ['page', '双十二', '/a'],
      ['block', 'text 最后一天', '/a'],
      ['owner', 'b', undefined],
      ['block', 'text 一', undefined],
      ['block', 'text 二', undefined],
      ['slots', '广告位', undefined],
      ['slot', '头图', '/a'],
    ]);
    expect(rows[0]?.window).toEqual({ from: at('12-01'), until: at('12-13') });
    expect(rows[2]?.window).toBeUndefined();
  });

  test('show in red when a slot of an open page has no ads, on both', () => {
    const { rows } = rowsOf();
    const bare = [{ from: at('12-11'), until: at('12-13') }];
    expect(rows.find(({ kind }) => kind === 'page')?.red).toEqual(bare);
    expect(rows.find(({ kind }) => kind === 'slot')?.red).toEqual(bare);
    expect(rows[0]?.notes.join()).toContain('没有广告');
    expect(rows[1]?.notes).toEqual([]);
  });

  test('show in red when no block of a place is open', () => {
    const owner = rowsOf().rows.find(({ kind }) => kind === 'owner');
    expect(owner?.red).toContainEqual({ from: at('12-05'), until: at('12-06') });
    expect(owner?.notes.join()).toContain('什么也不显示');
  });

  test('show in red when two activities have one slot at the same time', () => {
    const { rows } = rowsOf({
      'config/ads.yaml': 'top: { label: 头图, width: 100, height: 50 }\n',
      'config/pages/a.yaml': `name: a\npath: /a\n${open('12-01', '12-13')}\nblocks: [{ block: ad-carousel, slot: top }]\n`,
      'config/pages/b.yaml': `name: b\npath: /b\n${open('12-10', '12-20')}\nblocks: [{ block: ad-carousel, slot: top }]\n`,
    });
    const both = [{ from: at('12-10'), until: at('12-13') }];
    expect(rows.map(({ red }) => red)).toEqual([both, both]);
    expect(rows[1]?.notes.join()).toContain('同时属于 a');
  });

  test('say of a countdown that ends at another time than its page', () => {
    const { rows } = rowsOf({
      'config/pages/a.yaml': `name: a\npath: /a\n${open('12-01', '12-13')}\nblocks:\n  - { block: countdown, until: 2026-12-12T00:00:00+08:00 }\n`,
    });
    expect(rows[0]?.notes.join()).toContain('这里结束于 2026-12-12 00:00');
  });

  test('are none where nothing has a schedule', () => {
    expect(rowsOf({})).toEqual({ rows: [], others: [] });
  });
});
