import { describe, expect, it } from 'vitest';
import { FORMATS } from '#engine/compiler/reference.ts';
import { resolve } from '#engine/runtime/reference.ts';
import { scopeOf } from '../runtime/support.ts';
import { checkProject, expectClean, expectOffense, page, projectFiles } from './support/project.ts';

const SITE = projectFiles().get('config/site.yaml') ?? '';
const DATA = 'data: { goods: { call: goods.list }, one: { call: goods.detail, params: { id: 7 } } }\n';
const text = (value: string) => page(`${DATA}blocks:\n  - { block: text, text: ${value} }`);
const grid = (more: string) =>
  page(`${DATA}access: approved\nblocks:\n  - block: sample-grid\n    items: $data.goods.list\n${more}`);

describe('a reference', () => {
  it('is followed through the answer of a call', () => {
    expectClean(checkProject(text("'共 {$data.goods.total} 种，第一种是 {$data.goods.list.0.name}'")));
  });

  it('names data that the page has', () => {
    const checked = checkProject(text("'{$data.godos.total}'"));
    expectOffense(checked, 'reference-unknown', { at: 'godos', fix: 'goods' });
  });

  it('names fields that the answer has', () => {
    const checked = checkProject(text('$data.goods.totl'));
    expectOffense(checked, 'reference-unknown', {
      at: 'totl',
      hint: /total/,
      fix: 'total',
    });
  });

  it('is followed through fields with the names of keywords', () => {
    const files = {
      'schemas/shop/entities/tea.schema.json': '{ "properties": { "name": { "type": "string" } } }',
      'schemas/shop/entities/teas.schema.json':
        '{ "properties": { "examples": { "$ref": "tea.schema.json" } }, "examples": [{ "$ref": "a value" }] }',
      'config/api/teas.yaml': 'teas.list: { get: /api/teas, response: teas }\n',
    };
    const read = (field: string) =>
      checkProject({
        ...files,
        ...page(
          `data: { teas: { call: teas.list } }\nblocks: [{ block: text, text: $data.teas.examples.${field} }]`,
        ),
      });
    expectClean(read('name'));
    expectOffense(read('nmae'), 'reference-unknown', { at: 'nmae', fix: 'name' });
  });

  it('has a root that exists', () => {
    expectOffense(checkProject(text('$date.goods')), 'reference-unknown', {
      at: '$date',
      hint: /\$data/,
      fix: '$data',
    });
    expectOffense(checkProject(text("'{$data.goods total}'")), 'reference-unknown', {
      at: '$data.goods total',
    });
  });

  it('is none behind $$ or {{', () => {
    expectClean(checkProject(text("'$$data.goods'")));
    expectClean(checkProject(text("'{{$data.nothing}'")));
  });

  it('stands in braces inside a text, and says so where it does not', () => {
    const wrong = [
      '共 $data.goods.total 种',
      '共 {data.goods.total} 种',
      '共 ${data.goods.total} 种',
      '共 ｛$data.goods.total｝ 种',
    ];
    for (const given of wrong) {
      expectOffense(checkProject(text(`'${given}'`)), 'reference-braces', {
        at: given.split(' ')[1] ?? '',
        fix: '{$data.goods.total}',
      });
    }
    const [offense] = checkProject(text('共 $data.goods.total 种')).offenses;
    expect([offense?.code, offense?.fix]).toEqual(['reference-braces', undefined]);
    expectClean(checkProject(text("'见 data.goods.total 与 $12.50、{满减}'")));
  });

  it('shows a value in a format that there is, and that the value has', () => {
    for (const format of Object.keys(FORMATS)) {
      expectClean(checkProject(text(`'共 {$data.goods.total|${format}}'`)));
      // The words of the compiler are those of the page.
      const shown = resolve(`{$now|${format}}`, scopeOf({ now: 1_700_000_000 }));
      expect(shown).not.toContain('|');
    }
    expectClean(checkProject(text("'共 {$data.goods.total | number} 种'")));
    expectOffense(checkProject(text("'共 {$data.goods.total|numbr} 种'")), 'reference-type', {
      at: 'numbr',
      fix: 'number',
    });
    expectOffense(checkProject(text("'{$data.goods.list.0.name|money}'")), 'reference-type', {
      at: '$data.goods.list.0.name',
    });
    expectOffense(checkProject(text("'共 {data.goods.total|number} 种'")), 'reference-braces', {
      at: '{data.goods.total|number}',
      fix: '{$data.goods.total|number}',
    });
    expectOffense(checkProject(text('$data.goods.total|number')), 'reference-unknown', {
      at: '$data.goods.total|number',
    });
  });

  it('calls a value what the labels of the site call it', () => {
    const shop = (format: string) =>
      checkProject({
        ...text(`'{$data.goods.list.0.name|${format}}'`),
        'config/site.yaml': `${SITE}labels: { orderState: { PAID: 已付款 } }\n`,
      });
    expectClean(shop('orderState'));
    expectOffense(shop('orderStat'), 'reference-type', { at: 'orderStat', fix: 'orderState' });
  });

  it('reads user, site, route and query', () => {
    expectClean(checkProject(text("'{$user.company} {$site.constants.badgeMax} {$query.keywords}'")));
    expectOffense(checkProject(text('$user.compny')), 'reference-unknown', { at: 'compny' });
    expectOffense(checkProject(text("'{$site.constants.badgMax}'")), 'reference-unknown', {
      at: 'badgMax',
    });
    expectOffense(checkProject(text('$route.id')), 'reference-unknown', { at: 'id' });
  });

  it('reads $item only where there are items', () => {
    expectOffense(checkProject(text('$item.name')), 'reference-unknown', { at: '$item', hint: /逐项/ });
    expectClean(checkProject(grid('    link: /goods/{$item.id}')));
    const wrong = checkProject(grid('    link: /goods/{$item.goods_id}'));
    expectOffense(wrong, 'reference-unknown', { at: 'goods_id' });
  });

  it('reads the payload of the event and the fields of the form', () => {
    expectClean(
      checkProject(grid('    on: { pick: [{ call: cart.add, body: { id: $event.id, number: 1 } }] }')),
    );
    const wrong = checkProject(grid('    on: { pick: [{ toast: "已选 {$event.nam}" }] }'));
    expectOffense(wrong, 'reference-unknown', { at: 'nam', fix: 'name' });
    const form = 'blocks: [{ block: sample-form, fields: [{ name: id }, { name: number }], on: { submit: [';
    expectClean(checkProject(page(`${form}{ call: cart.add, body: $form }] } }]`)));
    expectOffense(checkProject(page(`${form}{ toast: "{$form.nmuber}" }] } }]`)), 'reference-unknown', {
      at: 'nmuber',
    });
  });

  it('reads what an earlier action kept', () => {
    const actions = (after: string) =>
      grid(
        `    on:\n      pick:\n        - { call: cart.add, body: { id: 1, number: 1 }, as: added }\n        - { toast: '${after}' }`,
      );
    expectClean(checkProject(actions('{$data.added.ids}')));
    expectOffense(checkProject(actions('{$data.added.id}')), 'reference-unknown', { at: 'id' });
  });

  it('reads the items of a repeat', () => {
    const repeat = (inner: string) =>
      page(
        `${DATA}blocks:\n  - block: repeat\n    items: $data.goods.list\n    blocks: [{ block: text, text: ${inner} }]`,
      );
    expectClean(checkProject(repeat('$item.name')));
    expectOffense(checkProject(repeat('$item.nam')), 'reference-unknown', {
      at: 'nam',
    });
  });

  it('reads the data of the page around', () => {
    const nested = page(`${DATA}blocks: [{ block: outlet }]
children:
  - { name: inner, path: /sample, blocks: [{ block: text, text: '{$data.goods.total}' }] }`);
    expectClean(checkProject(nested));
  });
});

describe('the type of a reference', () => {
  it('fits the prop', () => {
    expectOffense(checkProject(grid('    columns: $data.goods.list')), 'reference-type', {
      at: '$data.goods.list',
      message: /列表，这里要整数/,
    });
    expectOffense(checkProject(grid('    label: $data.goods.total')), 'reference-type', {
      at: '$data.goods.total',
    });
    expectOffense(checkProject(grid('    page: $query.page')), 'reference-type', { at: '$query.page' });
    expectClean(checkProject(grid('    columns: $data.goods.total')));
  });

  it('fits the entity', () => {
    const checked = checkProject(page(`${DATA}blocks: [{ block: sample-grid, items: $data.goods }]`));
    expectOffense(checked, 'reference-type', { at: '$data.goods' });
  });

  it('may be text where an address or a form carries a number', () => {
    expectClean(
      checkProject(page('data: { goods: { call: goods.list, query: { page: $query.page } } }\nblocks: []')),
    );
    const list = page(
      `data: { goods: { call: goods.list }, two: { call: goods.list, query: { page: $data.goods.list } } }\nblocks: []`,
    );
    expectOffense(checkProject(list), 'reference-type', { at: '$data.goods.list' });
  });

  it('is a single value inside a text', () => {
    expectOffense(checkProject(text("'共 {$data.goods.list}'")), 'reference-type', {
      at: '$data.goods.list',
    });
  });

  it('warns of null where none is taken', () => {
    expectOffense(checkProject(grid('    label: $data.one.expires')), 'reference-null', {
      at: '$data.one.expires',
    });
    expectClean(checkProject(grid('    when: $data.one.expires\n    label: $data.one.expires')));
    expectClean(checkProject(grid("    label: '{$data.one.expires}'")));
  });
});

describe('a gated field', () => {
  it('does not stand alone on a page for everybody', () => {
    expectOffense(checkProject(text("'￥{$data.one.price}'")), 'gated-field', { at: '$data.one.price' });
  });

  it('is fine inside a whole goods, and on a page for approved members', () => {
    expectClean(checkProject(page(`${DATA}blocks: [{ block: sample-grid, items: $data.goods.list }]`)));
    expectClean(
      checkProject(page(`${DATA}access: approved\nblocks: [{ block: text, text: '￥{$data.one.price}' }]`)),
    );
    const guarded = `{ block: text, when: $user.is_verified, text: '{$data.one.price}' }`;
    expectClean(checkProject(page(`${DATA}blocks: [${guarded}]`)));
  });
});
