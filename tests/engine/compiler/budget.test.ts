import { describe, expect, it } from 'vitest';
import { momentOf, sampleOf } from '#engine/cli/weigh/leaves.ts';
import { linksIn, picturesIn, targetFor } from '#engine/cli/weigh/parts.ts';
import { asTable } from '#engine/cli/weigh/table.ts';
import type { PageWeight } from '#engine/compiler/budget/weight.ts';
import { compile } from '#engine/compiler/compile.ts';
import { type Checked, expectClean, expectOffense, page, projectFiles } from './support/project.ts';

const SITE = projectFiles().get('config/site.yaml') ?? '';

const WEIGHTS = new Map([
  ['index', { scripts: 131_400, styles: 9_000, config: 19_000, html: 3_000, images: 0, calls: 20 }],
  ['login', { scripts: 150_000, styles: 9_000, config: 19_000, html: 3_000, images: 0, calls: 4 }],
]);

function weighed(budgets: string, weights: ReadonlyMap<string, PageWeight> = WEIGHTS): Checked {
  const files = projectFiles({ 'config/site.yaml': `${SITE}budgets: ${budgets}\n` });
  return { ...compile(files, { weights }), files };
}

describe('the budget of a page', () => {
  it('is broken by what is loaded and by what is asked', () => {
    const checked = weighed('{ default: { scripts: 160, calls: 12 }, pages: { index: { scripts: 130 } } }');
    expectOffense(checked, 'page-budget', { at: '130', message: /index 的脚本有 131\.4 kB，上限是 130 kB/ });
    expectOffense(checked, 'page-budget', { at: '12', message: /index 的接口调用有 20 个/ });
    expect(checked.offenses).toHaveLength(2);
  });

  it('is kept', () => {
    expectClean(weighed('{ default: { scripts: 160, styles: 12, html: 8, images: 50, calls: 24 } }'));
  });

  it('is reckoned to a tenth of a kB, as it is written and listed', () => {
    const weight = { scripts: 0, styles: 0, config: 0, html: 0, images: 0, calls: 0 };
    const budgets = '{ default: { scripts: 183.4 } }';
    expectClean(weighed(budgets, new Map([['index', { ...weight, scripts: 183_449 }]])));
    expectOffense(weighed(budgets, new Map([['index', { ...weight, scripts: 183_451 }]])), 'page-budget', {
      at: '183.4',
      message: /183\.5 kB，上限是 183\.4 kB/,
    });
  });

  it('belongs to a page that exists', () => {
    expectOffense(weighed('{ pages: { idnex: { calls: 30 } } }'), 'budget-page', {
      at: 'idnex',
      fix: 'index',
    });
  });

  it('stands in the table beside what the page costs', () => {
    const site = weighed('{ default: { scripts: 140 } }').registry?.site;
    const broken = compile(
      projectFiles({ 'config/site.yaml': `${SITE}budgets: { default: { scripts: 140 } }\n` }),
    );
    expect(site).toBeUndefined();
    if (!broken.registry) throw new Error('the shop does not compile');
    const table = asTable(WEIGHTS, broken.registry.site, 'zh').split('\n');
    expect(table[0]).toMatch(/^页面 +脚本 kB/);
    expect(table[1]).toMatch(/^index +131\.4 \/ 140 +9\.0 /);
    expect(table[2]).toMatch(/^login +150\.0 \/ 140 ! /);
  });

  it('is measured at an address that the page answers', () => {
    expect(sampleOf('/list_info/:id/:tab?')).toBe('/list_info/1/1');
    const links = linksIn('<a href="/list?page=2">一</a><a class="x" href="/list_info/2031">二</a>');
    expect(targetFor('/list_info/:id/:tab?', links)).toBe('/list_info/2031');
    expect(targetFor('/order/info/:id', links)).toBeUndefined();
  });

  it('is measured at a moment at which the page is open', () => {
    const { registry } = compile(
      projectFiles(
        page('schedule: { from: 2026-12-12T00:00:00+08:00, until: 2026-12-13T00:00:00+08:00 }\nblocks: []'),
      ),
    );
    const route = registry?.routes.find(({ name }) => name === 'sample');
    if (!route) throw new Error('the page does not compile');
    const at = (text: string) => momentOf([route], Date.parse(text) / 1000);
    expect(at('2026-11-21T00:00:00+08:00')).toBe(Date.parse('2026-12-12T00:00:00+08:00') / 1000);
    expect(at('2026-12-12T10:00:00+08:00')).toBe(Date.parse('2026-12-12T10:00:00+08:00') / 1000);
    expect(at('2027-01-01T00:00:00+08:00')).toBe(Date.parse('2026-12-12T23:59:59+08:00') / 1000);
  });

  it('counts the pictures of the shop, those further down as well', () => {
    const html =
      '<img src="/img/a.svg?w=1&amp;h=2" alt=""><img alt="" loading="lazy" src="/img/b.svg"><img src="https://other.example/c.png">';
    expect(picturesIn(html)).toEqual(['/img/a.svg?w=1&h=2', '/img/b.svg']);
  });
});
