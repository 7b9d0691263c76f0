import { describe, expect, it } from 'vitest';
import { ENGINE_BLOCKS } from '../../support/block-schemas.ts';
import { testRequiredEvents } from '../../support/required-events.ts';
import { checkProject, expectClean, expectOffense, page, projectFiles } from './support/project.ts';

testRequiredEvents(ENGINE_BLOCKS, projectFiles(), {
  'form upload': { fields: [{ name: 'a', label: '甲', kind: 'file' }] },
  'form code': { fields: [{ name: 'a', label: '甲', kind: 'code' }] },
  'toolbar press': { items: [{ icon: 'cart', text: '购物车', opens: 'cart' }] },
  'top-bar press': { links: [{ text: '帮助', press: 'help' }] },
});

describe('an event that is asked for', () => {
  it('is required at the block, in the words of its schema', () => {
    const bar = 'blocks: [{ block: facet-bar, facets: [], selected: $query }]';
    expectOffense(checkProject(page(bar)), 'event-unhandled', {
      at: 'facet-bar',
      message: /facet-bar 的 change（筛选变了.*）没有动作/,
      hint: /on: \{ change: \[ … \] \}/,
    });
    expectClean(checkProject(page(bar.replace(' }]', ', on: { change: [{ toast: 好 }] } }]'))));
  });

  it('is required at `on`, where that leaves it out or empty', () => {
    const tabs = (on: string) =>
      page(`blocks: [{ block: tabs, items: [{ value: a, label: 甲 }], on: ${on} }]`);
    expectOffense(checkProject(tabs('{ change: [] }')), 'event-unhandled', { at: 'on' });
  });

  it('is reported once when its name is misspelt', () => {
    const checked = checkProject(
      page('blocks: [{ block: tabs, items: [{ value: a, label: 甲 }], on: { chnage: [{ toast: 好 }] } }]'),
    );
    expect(checked.offenses.map(({ code }) => code)).toEqual(['block-event']);
  });

  it('is left alone where nothing on the page sends it', () => {
    const link = 'blocks: [{ block: buttons, items: [{ text: 首页, to: / }] }]';
    expectClean(checkProject(page(link)));
    expectOffense(checkProject(page(link.replace(', to: /', ''))), 'event-unhandled', { at: 'buttons' });
  });
});

describe('a prop without which nothing shows', () => {
  it('is asked for: the size of ads that come from no slot', () => {
    const ads = (rest: string) =>
      page(`blocks: [{ block: ad-carousel, items: [{ id: 1, url: /, image: '', title: 一 }]${rest} }]`);
    expectOffense(checkProject(ads('')), 'block-props', { at: 'ad-carousel', message: /缺少 size/ });
    expectClean(checkProject(ads(', size: { width: 10, height: 10, max: 1, label: 一 }')));
  });

  it('is reported once, where it is the slot that was forgotten', () => {
    const { offenses } = checkProject(page('blocks: [{ block: ad-carousel }]'));
    expect(offenses.map(({ code }) => code)).toEqual(['block-props']);
  });

  it('is asked for where another prop needs it: buttons for chosen rows, but nothing to choose them by', () => {
    const table =
      'blocks: [{ block: data-table, rows: [], columns: [{ label: 一, value: $item.a }], bulk: [{ id: a, text: 一 }], on: { bulk: [{ toast: 好 }] } }]';
    expectOffense(checkProject(page(table)), 'block-props', {
      at: 'bulk',
      message: /写了 bulk，却没有 choose/,
    });
  });
});
