import { describe, expect, it } from 'vitest';
import { codeFrame } from '#engine/cli/check/code-frame.ts';
import { checkProject, expectClean, expectOffense, page } from './support/project.ts';

/** Exactly one fault is reported, and none of its consequences. */
function expectOnlyOffense(
  files: Record<string, string>,
  code: string,
  expected: Parameters<typeof expectOffense>[2],
) {
  const checked = checkProject(files);
  const offense = expectOffense(checked, code, expected);
  expect(checked.offenses.map((one) => `${one.file}:${one.line} ${one.code} ${one.message.zh}`)).toHaveLength(
    1,
  );
  return offense;
}

const DATA = 'data: { goods: { call: goods.list } }\n';

describe('one fault is reported once', () => {
  it('where a required prop is misspelt', () => {
    expectOnlyOffense(
      page(`${DATA}blocks:\n  - { block: sample-grid, itmes: $data.goods.list }`),
      'block-props',
      {
        at: 'itmes',
        fix: 'items',
      },
    );
    expectOnlyOffense(page('blocks: [{ blok: text, text: 你好 }]'), 'config-shape', {
      at: 'blok',
      fix: 'block',
    });
    expectOnlyOffense(
      page('data: { one: { call: goods.detail, params: { di: 7 } } }\nblocks: []'),
      'call-arguments',
      {
        at: 'di',
        fix: 'id',
      },
    );
  });

  it('where the slot of a block is misspelt', () => {
    const ads = { 'config/ads.yaml': 'postList: { label: 头图, width: 10, height: 10 }\n' };
    const checked = checkProject({ ...ads, ...page('blocks: [{ block: sample-ads, slto: postList }]') });
    expect(checked.offenses.map(({ code }) => code)).toEqual(['block-props']);
    expectOffense(checked, 'block-props', { at: 'slto', hint: /slot/, fix: 'slot' });
  });

  it('where a name cannot be one', () => {
    expectOnlyOffense(
      { 'config/ads.yaml': 'my slot: { label: 头图, width: 10, height: 10 }\n' },
      'config-shape',
      {
        at: 'my slot',
        hint: /字母开头/,
      },
    );
  });

  it('where a key that others read is misspelt', () => {
    expectOnlyOffense(
      page(`dta: { goods: { call: goods.list } }\nblocks: [{ block: text, text: '{$data.goods.total}' }]`),
      'config-shape',
      {
        at: 'dta',
        fix: 'data',
      },
    );
    expectOnlyOffense(
      {
        'config/pages/far.yaml': 'name: far\npaht: /far\nblocks: []\n',
        ...page('blocks: [{ block: sample-link, to: /far }]'),
      },
      'config-shape',
      { at: 'paht', fix: 'path' },
    );
    expectOnlyOffense(
      page('access: memebr\ndata: { mine: { call: cart.list } }\nblocks: []'),
      'unknown-role',
      {
        at: 'memebr',
        fix: 'member',
      },
    );
  });

  it('where a page has none of the data that it reads', () => {
    const offense = expectOnlyOffense(
      page(
        `blocks:\n  - { block: text, text: '{$data.stock.total}' }\n  - { block: text, text: '{$data.stock.list.0.name}' }`,
      ),
      'reference-unknown',
      { at: 'stock', hint: /在页面的 data: 下面加上 stock/ },
    );
    expect(offense.line).toBe(4);
  });

  it('where a file stops making sense: what it names is neither missing nor unused', () => {
    expectOnlyOffense(
      {
        'config/api/more.yaml': `more.list: { get: /api/more }\nmore.add: { post: '/api/more }\n`,
        ...page('data: { more: { call: more.list } }\nblocks: [{ block: text, text: 好, on: {} }]'),
      },
      'yaml-syntax',
      { at: `'/api/more }` },
    );
    expectOnlyOffense(
      {
        'config/ads.yaml': `postList: { label: "头图, width: 10, height: 10 }\n`,
        ...page('blocks: [{ block: sample-ads, slot: postList }]'),
      },
      'yaml-syntax',
      { at: '"头图, width: 10, height: 10 }' },
    );
    expectOnlyOffense(
      {
        'config/pages/far.yaml': `name: 'far\npath: /far\nblocks: []\n`,
        ...page('blocks: [{ block: sample-link, to: /far }]'),
      },
      'yaml-syntax',
      { at: "'far" },
    );
  });

  it('and what stands before that place is still reported', () => {
    const checked = checkProject(
      page('blocks:\n  - { block: text, txet: 好 }\n  - { block: text, text: "好 }'),
    );
    expectOffense(checked, 'block-props', { at: 'txet', fix: 'text' });
    expectOffense(checked, 'yaml-syntax', { at: '"好 }' });
    expect(checked.offenses).toHaveLength(2);
  });

  it('beside a tag, which hides nothing else', () => {
    const checked = checkProject(page('title: !!js 好\nblocks: [{ block: text, txet: 好 }]'));
    expectOffense(checked, 'yaml-unsafe', { at: '!!js' });
    expectOffense(checked, 'block-props', { at: 'txet' });
    expect(checked.offenses).toHaveLength(2);
  });

  it('as the file being empty, when it is', () => {
    for (const text of ['', '# 以后再写\n', '---\n']) {
      const { offenses } = checkProject({ 'config/pages/sample.yaml': text });
      expect(offenses.map(({ message }) => message.zh)).toEqual(['文件是空的']);
    }
  });
});

describe('a moment that is none', () => {
  it.each([
    ['2026-02-30T00:00:00+08:00', '2026 年 2 月没有 30 日', 'Its last day is 28.'],
    ['2026-13-01T00:00:00+08:00', '没有 13 月', 'Months are 01 to 12.'],
    [
      '2026-12-12T25:00:00+08:00',
      '没有 25 点',
      'A day runs from 00:00 to 23:59; its end is 00:00:00 of the next one.',
    ],
    ['2026-12-12T10:00:00', '时间要带时区', 'Write 2026-12-12T10:00:00+08:00.'],
    ['2026-12-12 10:00', '时间要带时区', 'Write 2026-12-12T10:00:00+08:00.'],
    ['2026/12/12', '2026/12/12 只有日期，还要写时间和时区', 'Write 2026-12-12T00:00:00+08:00.'],
    ['后天', '时间的写法不对', 'Write it like 2026-11-01T00:00:00+08:00: date, T, time, zone.'],
  ])('%s is reported for what it is, in both languages', (text, message, hint) => {
    const offense = expectOnlyOffense(page(`schedule: { from: ${text} }\nblocks: []`), 'config-shape', {
      at: text,
    });
    expect(offense.message.zh).toBe(message);
    expect(offense.hint.en).toBe(hint);
  });
});

describe('an English hint', () => {
  it('says what the schema says, without the Chinese description', () => {
    const offense = expectOnlyOffense(
      page(`${DATA}blocks: [{ block: sample-grid, items: $data.goods.list, columns: 9 }]`),
      'block-props',
      { at: '9' },
    );
    expect(offense.hint).toEqual({
      zh: 'columns：一行几列（列）',
      en: 'columns: a whole number, 1 to 6; by default 4.',
    });
  });
});

describe('a link to no page', () => {
  it('is answered by the pages that are near, with the link’s own parameters', () => {
    const link = `blocks: [{ block: sample-grid, items: $data.goods.list, link: '/gods/{$item.id}' }]`;
    expectOnlyOffense(page(DATA + link), 'dead-link', {
      at: '/gods/{$item.id}',
      hint: /\/goods\/\{\$item\.id\}/,
      fix: '/goods/{$item.id}',
    });
    expectClean(checkProject(page(DATA + link.replace('/gods', '/goods'))));
  });
});

describe('the frame of an offense', () => {
  const offense = {
    code: 'x',
    severity: 'error',
    file: 'a',
    message: { zh: '', en: '' },
    hint: { zh: '', en: '' },
  } as const;

  it('shows a long line around the place, the carets below it', () => {
    const text = `text: '${'长'.repeat(300)} {$data.x} ${'长'.repeat(300)}'`;
    const column = text.indexOf('$data') + 1;
    const frame = codeFrame({ ...offense, line: 1, column, endLine: 1, endColumn: column + 7 }, text);
    expect(frame.every((line) => line.length < 120)).toBe(true);
    const at = frame[0]?.indexOf('$data') ?? -1;
    expect(at).toBeGreaterThan(0);
    const wide = (frame[0] ?? '').slice(0, at).replaceAll(/长/g, 'xx').length;
    expect(frame[1]?.indexOf('^')).toBe(wide);
  });

  it('shows no character that a terminal would obey', () => {
    const text = 'text: a\u001b[31m\u0000b\u202e';
    const frame = codeFrame({ ...offense, line: 1, column: 7, endLine: 1, endColumn: 8 }, text);
    expect(frame[0]).toBe('  > 1 | text: a·[31m·b·');
  });
});
