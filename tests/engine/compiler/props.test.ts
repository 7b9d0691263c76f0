import { describe, expect, it } from 'vitest';
import { checkProject, expectClean, expectOffense, page } from './support/project.ts';

const grid = (more: string) =>
  page(
    `data: { goods: { call: goods.list } }\nblocks:\n  - block: sample-grid\n    items: $data.goods.list\n${more}`,
  );

describe('the props of a block', () => {
  it('may be written or left to their defaults', () => {
    expectClean(checkProject(grid('    columns: 3')));
  });

  it('are known by name, and a near name is offered and fixed', () => {
    expectOffense(checkProject(grid('    colums: 5')), 'block-props', {
      at: 'colums',
      hint: /columns/,
      fix: 'columns',
    });
  });

  it('are of their type', () => {
    const text = checkProject(grid("    columns: '5'"));
    expectOffense(text, 'block-props', { at: "'5'", message: /整数/, hint: /一行几列（列）/, fix: '5' });
    expectOffense(checkProject(grid('    label: 5')), 'block-props', { at: '5', fix: "'5'" });
    expectOffense(checkProject(grid('    items2: [x]')), 'block-props', { at: 'items2' });
  });

  it('are within their limits', () => {
    expectOffense(checkProject(grid('    columns: 9')), 'block-props', { at: '9', message: /不能大于 6 列/ });
  });

  it('are one of their choices', () => {
    expectOffense(checkProject(grid('    view: tabel')), 'block-props', { at: 'tabel', fix: 'table' });
  });

  it('are all there when required', () => {
    const checked = checkProject(page('blocks: [{ block: sample-grid }]'));
    expectOffense(checked, 'block-props', { at: 'sample-grid', message: /缺少 items/ });
  });

  it('are judged inside lists', () => {
    const columns =
      '  - block: sample-table\n    rows: []\n    columns: [{ label: 一, wdith: 3 }, { value: $item.x }]';
    const checked = checkProject(page(`blocks:\n${columns}`));
    expectOffense(checked, 'block-props', { at: 'wdith', fix: 'width' });
    expectOffense(checked, 'block-props', { at: 'value', message: /缺少 label/ });
  });

  it('cannot be a text with a template where a number belongs', () => {
    expectOffense(checkProject(grid("    columns: '{$data.goods.total}'")), 'block-props', {
      at: "'{$data.goods.total}'",
    });
  });

  it('may be a condition when evaluated per item', () => {
    expectClean(checkProject(grid('    marked: { gt: [$item.sales, 10] }\n    link: /goods/{$item.id}')));
  });

  it('come from the slot where there is one', () => {
    const ads = { 'config/ads.yaml': 'top: { label: 顶部, width: 1200, height: 90 }\n' };
    expectClean(checkProject({ ...ads, ...page('blocks: [{ block: sample-ads, slot: top }]') }));
    const without = checkProject(page('blocks: [{ block: sample-ads }]'));
    expect(without.offenses.map(({ code }) => code)).toEqual(['block-props']);
  });
});

describe('a block', () => {
  it('has a type that exists', () => {
    expectOffense(checkProject(page('blocks: [{ block: sample-gird }]')), 'unknown-block', {
      at: 'sample-gird',
      fix: 'sample-grid',
    });
  });

  it('takes blocks only when it is a container', () => {
    const checked = checkProject(page('blocks: [{ block: text, text: 一, blocks: [] }]'));
    expectOffense(checked, 'block-place', { at: 'blocks', hint: /sample-box/ });
    expectClean(checkProject(page('blocks: [{ block: sample-box, blocks: [{ block: text, text: 一 }] }]')));
  });

  it('takes a slot only when it shows ads', () => {
    const ads = { 'config/ads.yaml': 'top: { label: 顶部, width: 1200, height: 90 }\n' };
    const checked = checkProject({ ...ads, ...page('blocks: [{ block: text, text: 一, slot: top }]') });
    expectOffense(checked, 'block-place', { at: 'slot' });
  });

  it('needs an id to be opened', () => {
    expectOffense(checkProject(page('blocks: [{ block: sample-dialog }]')), 'block-place', {
      at: 'sample-dialog',
    });
  });

  it('shares its id with no other of the page', () => {
    const two =
      'blocks: [{ block: text, text: 一, id: a }, { block: sample-box, blocks: [{ block: text, text: 二, id: a }] }]';
    expectOffense(checkProject(page(two)), 'duplicate-id', { at: 'a' });
  });

  it('places its child pages', () => {
    const children = '\nchildren: [{ name: inner, path: /sample, blocks: [] }]';
    expectOffense(checkProject(page(`blocks: [{ block: text, text: 一 }]${children}`)), 'missing-outlet', {
      at: 'blocks',
    });
    expectClean(
      checkProject(page(`blocks: [{ block: sample-box, blocks: [{ block: outlet }] }]${children}`)),
    );
    const stray = checkProject(page('blocks: [{ block: outlet }]'));
    expect(expectOffense(stray, 'stray-outlet', { at: 'outlet' }).severity).toBe('warning');
  });

  it('gets the answer that its event waits for', () => {
    expectOffense(checkProject(grid('    on: { seek: [{ toast: 好 }] }')), 'event-answer', { at: 'seek' });
    expectOffense(checkProject(grid('    on: { seek: [{ call: cart.total }] }')), 'event-answer', {
      at: 'cart.total',
    });
    expectClean(
      checkProject({
        'config/api/hot.yaml': "x.y: { get: /api/x, response: 'goods-card[]' }",
        ...grid('    on: { seek: [{ call: x.y }] }'),
      }),
    );
  });

  it('listens to events that it has', () => {
    const checked = checkProject(grid('    on: { pik: [{ toast: 好 }] }'));
    expectOffense(checked, 'block-event', { at: 'pik', fix: 'pick' });
  });
});
