import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, createCompiler } from '#engine/compiler/compile.ts';
import { page, projectFiles } from './support/project.ts';
import { time } from './support/time.ts';

const pageText = (index: number, count: number) => `name: page_${index}
path: /page/${index}
title: 第 ${index} 页
data:
  goods: { call: goods.list, query: { page: $query.page } }
blocks:
  - block: text
    text: '共 {$data.goods.total} 个'
  - block: sample-grid
    items: $data.goods.list
    columns: 5
    link: /goods/{$item.id}
    when: { gt: [$data.goods.total, 0] }
    on:
      pick:
        - { call: cart.add, body: { id: $event.id, number: 1 } }
        - { go: '/page/${(index + 1) % count}' }
  - { block: text, text: 一段说明文字, level: muted }
`;

const manyPages = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`config/pages/many/${index}.yaml`, pageText(index, count)]),
  );

describe('a compiler that remembers', () => {
  it('says the same as one that starts anew, after any change', () => {
    const warm = createCompiler();
    const states = [
      page('blocks: []'),
      page('blocks: [{ block: text }]'),
      page('blocks: [{ block: text, text: 一 }]'),
      { ...page('blocks: []'), 'config/pages/b.yaml': 'name: b\npath: /sample\nblocks: []\n' },
      { 'config/pages/b.yaml': 'name: b\npath: /sample\nblocks: [{ block: sample-link, to: /sample }]\n' },
      { 'config/pages/b.yaml': 'name: b\npath: /moved\nblocks: [{ block: sample-link, to: /sample }]\n' },
      { 'schemas/engine/blocks/text.schema.json': '{ "type": "object", "properties": {} }' },
      {},
    ];
    for (const state of states) {
      const files = projectFiles(state);
      expect(warm(files)).toEqual(compile(files));
    }
  });

  it('says the same after any change of what files declare for each other', () => {
    const warm = createCompiler();
    const base: Record<string, string> = {
      'config/ads.yaml': 'top: { label: 一, width: 10, height: 10 }\n',
      'config/shell/rail.yaml': 'area: left\nblocks: [{ block: text, text: 一 }]\n',
      'config/api/more.yaml': 'more.list: { get: /api/more, response: goods-page }\n',
      ...page(
        `meta: { sideNav: rail }
data: { more: { call: more.list } }
blocks:
  - { block: sample-ads, slot: top }
  - { block: sample-grid, items: $data.more.list, on: { pick: [{ refresh: [more.list] }] } }`,
      ),
    };
    const choices: Record<string, string[]> = {
      'config/ads.yaml': [
        'tip: { label: 一, width: 10, height: 10 }\n',
        'top: { label: 二, width: 20, height: 10, schedule: { until: 2020-01-01T00:00:00+08:00 } }\n',
        'top: { label: "一 }\n',
      ],
      'config/shell/rail.yaml': ['', 'area: left\nblocks: [{ block: sample-ads, slot: tip }]\n'],
      'config/api/more.yaml': [
        'more.lost: { get: /api/more, response: goods-page }\n',
        'more.list: { get: /api/more, access: staff, response: goods }\n',
        'more.list: { got: /api/more }\n',
        'more.list: { get: /api/more, query: { id: integer } }\n',
        "more.list: { get: '/api/more }\n",
      ],
      'config/site.yaml': [`${projectFiles().get('config/site.yaml')}theme: {}\n`],
      'schemas/blocks/sample-grid.schema.json': [
        '{ "type": "object", "properties": {} }',
        '{ "type": "object", "container": true, "properties": { "items": { "type": "array" } } }',
      ],
      'schemas/shop/entities/goods.schema.json': ['{ "title": "商品", "type": "object", "properties": {} }'],
    };
    const edits = fc.array(
      fc
        .constantFrom(...Object.keys(choices))
        .chain((path) =>
          fc.record({ path: fc.constant(path), text: fc.constantFrom(undefined, ...(choices[path] ?? [])) }),
        ),
      { minLength: 2, maxLength: 6 },
    );
    fc.assert(
      fc.property(edits, (steps) => {
        const state = { ...base };
        for (const { path, text } of steps) {
          if (text !== undefined) state[path] = text;
          else if (path in base) state[path] = base[path] ?? '';
          else delete state[path];
          const files = projectFiles(state);
          expect(warm(files)).toEqual(compile(files));
        }
      }),
      { numRuns: 12 },
    );
  });

  it('does not read a page again that did not change', () => {
    const compileAgain = createCompiler();
    const files = projectFiles(manyPages(20));
    const first = compileAgain(files);
    const second = compileAgain(
      new Map(files).set('config/pages/many/3.yaml', pageText(3, 20).replace('一段', '两段')),
    );
    expect(second.registry?.pages['page_4']).toBe(first.registry?.pages['page_4']);
    expect(second.registry?.pages['page_3']).not.toBe(first.registry?.pages['page_3']);
  });

  it('compiles an edit in a small part of the time that everything takes', () => {
    const compileAgain = createCompiler();
    const files = projectFiles(manyPages(2_000));
    compileAgain(projectFiles());
    const cold = time(() => expect(compileAgain(files).offenses).toEqual([]));
    const edits = [1, 2, 3, 4, 5].map((edit) => {
      const edited = new Map(files).set(
        'config/pages/many/7.yaml',
        pageText(7, 2_000).replace('说明', `说明${edit}`),
      );
      return time(() => compileAgain(edited));
    });
    // How long each takes is measured by `npm run bench`.
    expect(Math.min(...edits)).toBeLessThan(cold / 20);
  });
});

const WORDS = [
  'name',
  'path',
  'data',
  'blocks',
  'block',
  'text',
  'call',
  'query',
  'on',
  'when',
  'children',
  'alias',
  'meta',
  'schedule',
  'x.y',
  'get',
  'response',
  'slot',
  'id',
  'fields',
  'type',
];

const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      null,
      true,
      0,
      -1.5,
      '',
      '$data.x.y',
      '{$item.a}',
      '/x',
      'goods.list',
      'sample-grid',
      'text',
      '$form',
    ),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...WORDS), tie('value'), { maxKeys: 5 }),
  ),
})).value;

describe('any input', () => {
  const compileAgain = createCompiler();
  const kinds = [
    'config/site.yaml',
    'config/errors.yaml',
    'config/ads.yaml',
    'config/api/any.yaml',
    'config/shell/any.yaml',
    'config/pages/any.yaml',
  ];

  it('of any shape ends in offenses, never in a throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), anyValue, (path, value) => {
        const { offenses, registry } = compileAgain(projectFiles({ [path]: JSON.stringify(value) }));
        expect(registry === null).toBe(offenses.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: 300 },
    );
  });

  it('of any text ends in offenses, never in a throw', () => {
    const yamlish = fc.array(
      fc.constantFrom(
        ...WORDS,
        ': ',
        '- ',
        '\n',
        '  ',
        '{',
        '}',
        '[',
        ']',
        '&a ',
        '*a',
        '!',
        '|',
        '>',
        "'",
        '"',
        '#',
        '$data.x',
        '\t',
        '?',
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...kinds), yamlish, (path, parts) => {
        for (const offense of compileAgain(projectFiles({ [path]: parts.join('') })).offenses) {
          expect(offense.line).toBeGreaterThan(0);
          const { line, column, endLine, endColumn } = offense;
          expect(endLine > line || (endLine === line && endColumn >= column)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
