import { describe, expect, it } from 'vitest';
import { asTimeline } from '#engine/cli/check/timeline.ts';
import { compile } from '#engine/compiler/compile.ts';
import {
  type Checked,
  checkProject,
  expectClean,
  expectOffense,
  page,
  projectFiles,
} from './support/project.ts';

const day = (date: string) => `2026-${date}T00:00:00+08:00`;
const NOW = Date.parse(day('10-01')) / 1000;

/** The shop as the timeline sees it from the first of October on. */
function ahead(files: Record<string, string>, at = NOW): Checked {
  const all = projectFiles(files);
  return { ...compile(all, { at }), files: all };
}

const open = (from: string, until: string) => `schedule: { from: ${day(from)}, until: ${day(until)} }`;
const text = (from: string, until: string) => `  - { block: text, text: 一, ${open(from, until)} }`;

describe('a place where every block has a schedule', () => {
  it('is bare where the schedules leave a gap', () => {
    const checked = ahead(
      page(`${open('11-01', '11-12')}\nblocks:\n${text('11-01', '11-05')}\n${text('11-06', '11-12')}`),
    );
    expectOffense(checked, 'empty-zone', { at: 'blocks', message: /2026-11-05 00:00 至 2026-11-06 00:00/ });
  });

  it('is fine where they meet, or where something is always there', () => {
    const meeting = `${text('11-01', '11-05')}\n${text('11-05', '11-12')}`;
    expectClean(ahead(page(`${open('11-01', '11-12')}\nblocks:\n${meeting}`)));
    expectClean(ahead(page(`blocks:\n${text('11-01', '11-05')}\n  - { block: text, text: 二 }`)));
  });

  it('is looked at inside containers, and only from now on', () => {
    const inside = page(
      `blocks:\n  - { block: text, text: 一 }\n  - block: sample-box\n    blocks: [{ block: text, text: 二, ${open('11-01', '11-05')} }]`,
    );
    expectOffense(ahead(inside), 'empty-zone', {
      at: 'blocks',
      message: /2026-10-01 00:00 至 2026-11-01 00:00、2026-11-05 00:00 至 以后一直/,
    });
    const past = page(`${open('11-01', '11-12')}\nblocks:\n${text('11-05', '11-12')}`);
    expectClean(ahead(past, Date.parse(day('11-06')) / 1000));
  });

  it('knows that a slot brings its schedule', () => {
    const ads = `sale: { label: 一, width: 10, height: 10, ${open('11-01', '11-05')} }\n`;
    const files = { 'config/ads.yaml': ads, ...page('blocks: [{ block: sample-ads, slot: sale }]') };
    expectOffense(ahead(files), 'empty-zone', { at: 'blocks' });
  });
});

describe('the place of a slot', () => {
  const files = (slot: string, block = '') => ({
    'config/ads.yaml': `sale: { label: 一, width: 10, height: 10${slot} }\n`,
    ...page(
      `${open('11-01', '11-12')}\nblocks: [{ block: text, text: 一 }, { block: sample-ads, slot: sale${block} }]`,
    ),
  });

  it('is bare where its ads do not last as long as the activity', () => {
    const message = /2026-11-01 00:00 至 2026-11-03 00:00、2026-11-10 00:00 至 2026-11-12 00:00 没有广告/;
    expectOffense(ahead(files(`, ${open('11-03', '11-10')}`)), 'empty-zone', { at: 'sale', message });
    expectOffense(ahead(files('', `, ${open('11-03', '11-10')}`)), 'empty-zone', { at: 'sale', message });
  });

  it('is fine with ads that cover it, and on a page that is always open', () => {
    expectClean(ahead(files(`, ${open('10-20', '11-12')}`)));
    expectClean(ahead(files('')));
    const always = page('blocks: [{ block: text, text: 一 }, { block: sample-ads, slot: sale }]');
    expectClean(ahead({ ...files(`, ${open('11-03', '11-10')}`), ...always }));
  });
});

describe('the timeline', () => {
  it('points at the line of each page, block and slot', () => {
    const all = projectFiles({
      'config/ads.yaml': `other: { label: 二, width: 10, height: 10 }\nsale: { label: 一, width: 10, height: 10, ${open('11-01', '11-12')} }\n`,
      ...page(`${open('11-01', '11-12')}\nblocks:\n  - { block: text, text: 一 }\n${text('11-02', '11-03')}`),
    });
    const { registry } = compile(all);
    if (registry === null) throw new Error('the sample shop does not compile');
    const rows = asTimeline(registry, all, NOW * 1000, 'zh', (path) => path).split('\n');
    expect(rows.map((row) => row.replace(/ {2,}/g, ' | '))).toEqual([
      '2026-10-01 00:00 | —— 现在 ——',
      '2026-11-01 00:00 | 开始 | 页面 sample /sample | config/pages/sample.yaml:1',
      '2026-11-01 00:00 | 开始 | 广告位 sale | config/ads.yaml:2',
      '2026-11-02 00:00 | 开始 | sample 的区块 text | config/pages/sample.yaml:6',
      '2026-11-03 00:00 | 结束 | sample 的区块 text | config/pages/sample.yaml:6',
      '2026-11-12 00:00 | 结束 | 页面 sample /sample | config/pages/sample.yaml:1',
      '2026-11-12 00:00 | 结束 | 广告位 sale | config/ads.yaml:2',
    ]);
  });
});

describe('the timeline of a page that leads on', () => {
  it('says where to, before it opens and after it has closed', () => {
    const all = projectFiles(
      page(
        `schedule: { from: ${day('11-01')}, until: ${day('11-12')}, before: /, after: /login }\nblocks: [{ block: text, text: 一 }]`,
      ),
    );
    const { registry } = compile(all);
    if (registry === null) throw new Error('the sample shop does not compile');
    const rows = asTimeline(registry, all, NOW * 1000, 'zh', (path) => path).split('\n');
    expect(rows.map((row) => row.replace(/ {2,}/g, ' | '))).toEqual([
      '2026-10-01 00:00 | —— 现在 ——',
      '2026-11-01 00:00 | 开始 | 页面 sample /sample（此前转到 /） | config/pages/sample.yaml:1',
      '2026-11-12 00:00 | 结束 | 页面 sample /sample（此后转到 /login） | config/pages/sample.yaml:1',
    ]);
  });
});

describe('a slot', () => {
  const ads = { 'config/ads.yaml': 'sale: { label: 一, width: 10, height: 10 }\n' };
  const campaign = (name: string, schedule: string) => ({
    [`config/pages/${name}.yaml`]: `name: ${name}\npath: /${name}\n${schedule}\nblocks: [{ block: sample-ads, slot: sale }]\n`,
  });

  it('belongs to one campaign at a time', () => {
    const both = {
      ...ads,
      ...campaign('double11', open('11-01', '11-12')),
      ...campaign('autumn', open('10-20', '11-03')),
    };
    expectOffense(ahead(both), 'slot-overlap', {
      at: 'sale',
      message: /2026-11-01 00:00 至 2026-11-03 00:00 同时属于 autumn（config\/pages\/autumn.yaml:4）/,
    });
  });

  it('may be shared by campaigns that follow each other, and by pages that are always open', () => {
    expectClean(
      ahead({ ...ads, ...campaign('a', open('11-01', '11-12')), ...campaign('b', open('11-12', '11-20')) }),
    );
    expectClean(ahead({ ...ads, ...campaign('a', 'title: 一'), ...campaign('b', open('11-12', '11-20')) }));
  });
});

describe('a link', () => {
  const sale = {
    'config/pages/sale.yaml': `name: sale\npath: /sale\n${open('11-01', '11-12')}\nblocks: [{ block: text, text: 一 }]\n`,
  };

  it('is reported when it stays after its page has ended', () => {
    const checked = ahead(
      { ...sale, ...page('blocks: [{ block: sample-link, to: /sale?a=1 }]') },
      Date.parse(day('11-05')) / 1000,
    );
    expectOffense(checked, 'link-closed', { at: '/sale', message: /已经结束.*2026-11-12 00:00 至 以后一直/ });
  });

  it('is reported when it is there before', () => {
    const early = page(
      `blocks: [{ block: text, text: 一 }, { block: sample-link, to: /sale, ${open('10-20', '11-12')} }]`,
    );
    expectOffense(ahead({ ...sale, ...early }), 'link-closed', { at: '/sale', message: /不开放/ });
  });

  it('is fine with the schedule of its page', () => {
    const inTime = page(
      `blocks: [{ block: text, text: 一 }, { block: sample-link, to: /sale, ${open('11-01', '11-12')} }]`,
    );
    expectClean(ahead({ ...sale, ...inTime }));
  });
});

describe('a link to a page that leads on while it is closed', () => {
  const three = (warm: string) => ({
    'config/pages/main.yaml': `name: main\npath: /main\nschedule: { from: ${day('11-01')}, until: ${day('11-12')}, before: /warm, after: /over }\nblocks: [{ block: text, text: 一 }]\n`,
    'config/pages/warm.yaml': `name: warm\npath: /warm\nschedule: { from: ${day('10-20')}, until: ${day('11-01')}, after: /main }\nblocks: [${warm}]\n`,
    'config/pages/over.yaml': `name: over\npath: /over\nschedule: { from: ${day('11-12')}, before: /main }\nblocks: [{ block: text, text: 一 }]\n`,
  });
  const warm = three('{ block: text, text: 一 }');
  const home = page('blocks: [{ block: sample-link, to: /main }]');

  it('is fine once each page leads to the one that is open', () => {
    expectClean(ahead({ ...warm, ...home }, Date.parse(day('10-21')) / 1000));
  });

  it('is reported for the time at which even that one is closed', () => {
    expectOffense(ahead({ ...warm, ...home }), 'link-closed', {
      at: '/main',
      message: /不开放，链接却还在：2026-10-01 00:00 至 2026-10-20 00:00$/,
      hint: /写 before、after/,
    });
  });

  it('is reported where it leads back to the page that it stands on', () => {
    const back = three('{ block: sample-link, to: /main }');
    expectOffense(ahead(back), 'link-closed', {
      at: '/main',
      file: 'config/pages/warm.yaml',
      message: /：2026-10-20 00:00 至 2026-11-01 00:00$/,
    });
  });

  it('is only what can happen: after leads on when its page is over, before until it opens', () => {
    const late = page(
      `schedule: { from: ${day('11-01')}, until: ${day('11-05')}, after: /sale, before: /sale }\nblocks: [{ block: text, text: 一 }]`,
    );
    const sale = (from: string, until: string) => ({
      'config/pages/sale.yaml': `name: sale\npath: /sale\n${open(from, until)}\nblocks: [{ block: text, text: 一 }]\n`,
    });
    expectClean(ahead({ ...sale('10-01', '11-12'), ...late }));
    const checked = ahead({ ...sale('10-01', '11-04'), ...late });
    expectOffense(checked, 'link-closed', {
      at: '/sale',
      message: /已经结束，结束后却转到那里：2026-11-05 00:00 至 以后一直$/,
      hint: /^让 after 转到那时开放的页面/,
    });
    expect(checked.offenses).toHaveLength(1);
  });

  it('counts for a block with a slot only while the slot has ads', () => {
    const sale = `name: sale\npath: /sale\n${open('11-01', '11-12')}\nblocks: [{ block: text, text: 一 }]\n`;
    const slot = `sale: { label: 一, width: 10, height: 10, ${open('11-01', '11-12')} }\n`;
    const linking = page(
      'blocks: [{ block: text, text: 一 }, { block: sample-ads, slot: sale, on: { press: [{ go: /sale }] } }]',
    );
    const reported = ahead({ 'config/ads.yaml': slot, 'config/pages/sale.yaml': sale, ...linking });
    expect(reported.offenses.map(({ code }) => code)).not.toContain('link-closed');
  });
});

describe('a redirect for good', () => {
  it('is reported where it leads to what will be over', () => {
    const sale = `name: sale\npath: /sale\n${open('11-01', '11-12')}\nblocks: [{ block: text, text: 一 }]\n`;
    const to = (status: string) => ({
      'config/pages/sale.yaml': sale,
      ...page(`redirect: { to: /sale${status} }`),
    });
    expectOffense(checkProject(to(', status: 301')), 'redirect-permanent', { at: '301', hint: /302/ });
    expectClean(checkProject(to('')));
  });
});

describe('an end that is written out', () => {
  const end = Date.parse(day('11-12')) / 1000;
  const countdown = (until: number) =>
    page(`${open('11-01', '11-12')}\nblocks: [{ block: countdown, until: ${until} }]`);

  it('is that of the page around it', () => {
    expectClean(ahead(countdown(end)));
    expectOffense(ahead(countdown(end - 3600)), 'schedule-end', {
      at: String(end - 3600),
      message: /2026-11-11 23:00.*2026-11-12 00:00/,
      hint: new RegExp(String(end)),
    });
  });

  it('is looked for in coupons as well', () => {
    const coupons = `{ id: 1, name: 券, kind: amount, value: 1, threshold: 0, scope_text: 全场, starts_at: 1, ends_at: ${end + 1}, status: unused }`;
    const checked = ahead(
      page(`${open('11-01', '11-12')}\nblocks: [{ block: coupon-list, coupons: [${coupons}] }]`),
    );
    expectOffense(checked, 'schedule-end', { at: String(end + 1) });
  });
});

describe('what is over', () => {
  it('is named, with the moment at which it ended', () => {
    const checked = ahead(page(`${open('08-01', '09-01')}\nblocks: [{ block: text, text: 一 }]`));
    expectOffense(checked, 'schedule-over', {
      at: day('09-01'),
      message: /页面 sample 已在 2026-09-01 00:00 结束/,
    });
  });

  it('is nobody’s concern where no moment is given', () => {
    const files = projectFiles(page(`${open('08-01', '09-01')}\nblocks: [{ block: text, text: 一 }]`));
    expect(compile(files).offenses).toEqual([]);
  });
});
