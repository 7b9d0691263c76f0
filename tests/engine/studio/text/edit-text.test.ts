import { describe, expect, test } from 'vitest';
import { CannotEdit } from '#engine/studio/text/cannot-edit.ts';
import { editText, sharedAt } from '#engine/studio/text/edit-text.ts';

const PAGE = `# yaml-language-server: $schema=x
name: a   # 路由

blocks:
  # 顶部
  - block: text
    text: '一 # 二' # 说明
    level: title

  - { block: text, text: 三 }
  - block: panel
    on: &on
      press: [{ go: /a }]
    blocks:
      - block: text
        text: 四
  - block: panel
    on: *on
`;

describe('an edit of a text', () => {
  test('of a value keeps its quotes and the comment behind it', () => {
    const edited = editText(PAGE, { kind: 'set', at: ['blocks', 0, 'text'], value: "it's" });
    expect(edited).toBe(PAGE.replace("'一 # 二'", "'it''s'"));
  });

  test('puts a new prop in front of what the block holds', () => {
    const edited = editText(PAGE, { kind: 'set', at: ['blocks', 2, 'title'], value: '标题' });
    expect(edited).toBe(PAGE.replace('panel\n    on: &on', 'panel\n    title: 标题\n    on: &on'));
  });

  test('of a value in brackets stays in brackets', () => {
    const edited = editText(PAGE, { kind: 'set', at: ['blocks', 1, 'text'], value: 'a, b' });
    expect(edited).toBe(PAGE.replace('text: 三', "text: 'a, b'"));
  });

  test('moves a block with its comments, into another list as well', () => {
    const edited = editText(PAGE, {
      kind: 'move',
      at: ['blocks', 0],
      list: ['blocks', 2, 'blocks'],
      index: 1,
    });
    expect(edited).toContain(`        text: 四
      # 顶部
      - block: text
        text: '一 # 二' # 说明
        level: title
  - block: panel
`);
  });

  test('asks of an alias, and changes it here or everywhere', () => {
    const at = ['blocks', 3, 'on', 'press', 0, 'go'];
    expect(sharedAt(PAGE, at)).toEqual({ anchor: 'on', isAlias: true });
    const everywhere = editText(PAGE, { kind: 'set', at, value: '/b', scope: 'everywhere' });
    expect(everywhere).toBe(PAGE.replace('/a', '/b'));
    const here = editText(PAGE, { kind: 'set', at, value: '/b', scope: 'here' });
    expect(here).toBe(
      PAGE.replace('*on\n', '\n      press:\n        - { go: /b }\n').replace('on: \n', 'on:\n'),
    );
  });

  test('of a value with an anchor is one of its aliases, too', () => {
    const text = 'a: &end 1 # 不含\nb: *end\nc: &list [x]\nd: *list\n';
    const edited = editText(text, { kind: 'set', at: ['a'], value: 2 });
    expect(edited).toBe(text.replace('&end 1', '&end 2'));
    expect(editText(text, { kind: 'set', at: ['c'], value: { y: 1 } })).toBe(text.replace('[x]', '{ y: 1 }'));
  });

  test('is not of one place alone where an alias stands within what others share', () => {
    const text = 'a: &one\n  x: 1\n  y: &two [2]\nb: &outer\n  y: *two\n  z: 3\nc: *outer\n';
    const at = ['b', 'y'];
    expect(() => editText(text, { kind: 'remove', at, scope: 'here' })).toThrow(CannotEdit);
    expect(() => editText(text, { kind: 'set', at, value: 4, scope: 'here' })).toThrow(CannotEdit);
    expect(() => editText(text, { kind: 'set', at: [...at, 0], value: 4, scope: 'here' })).toThrow(
      CannotEdit,
    );
  });

  test('writes out what others share when the block that has it is taken away', () => {
    const edited = editText(PAGE, { kind: 'remove', at: ['blocks', 2] });
    expect(edited).toContain('on: &on\n      press:\n        - { go: /a }\n');
  });

  test('writes it out as well when that block was all that its list held', () => {
    const text = 'blocks:\n  - block: panel\n    on: &on\n      press: [{ go: /a }]\nmore:\n  on: *on\n';
    const edited = editText(text, { kind: 'remove', at: ['blocks', 0] });
    expect(edited).toBe('blocks: []\nmore:\n  on: &on\n    press:\n      - { go: /a }\n');
  });

  test('copies a block without its anchor: aliases go on to mean the first', () => {
    const edited = editText(PAGE, { kind: 'copy', at: ['blocks', 2] });
    const block = PAGE.slice(
      PAGE.indexOf('  - block: panel\n    on: &on'),
      PAGE.lastIndexOf('  - block: panel'),
    );
    expect(edited).toBe(PAGE.replace(block, block + block.replace(' &on', '')));
    const listed = 'blocks:\n  - &a\n    block: text\n    text: 一\n  - *a\n';
    expect(editText(listed, { kind: 'copy', at: ['blocks', 0] })).toBe(
      'blocks:\n  - &a\n    block: text\n    text: 一\n  - block: text\n    text: 一\n  - *a\n',
    );
  });

  test('moves a block with an anchor past its alias, and the one with the alias before it', () => {
    const down = editText(PAGE, { kind: 'move', at: ['blocks', 2], list: ['blocks'], index: 3 });
    expect(down.match(/&on/g)).toHaveLength(1);
    expect(down.indexOf('&on')).toBeLessThan(down.indexOf('text: 四'));
    const up = editText(PAGE, { kind: 'move', at: ['blocks', 3], list: ['blocks'], index: 0 });
    expect(up).toContain('    on:\n      press:\n        - { go: /a }\n  # 顶部\n');
    expect(up).toContain('on: &on\n      press: [{ go: /a }]\n');
  });

  test('refuses a text with a syntax error, and a block into itself', () => {
    const change = { kind: 'set', at: ['a'], value: 1 } as const;
    expect(() => editText('a: [1\nb: 2', change)).toThrow(CannotEdit);
    expect(() =>
      editText(PAGE, { kind: 'move', at: ['blocks', 2], list: ['blocks', 2, 'blocks'], index: 0 }),
    ).toThrow(CannotEdit);
  });

  test('changes the text of a file with 3,000 lines in one line', () => {
    const long = `blocks:\n${Array.from({ length: 1500 }, (_, index) => `  - block: text\n    text: 第 ${index}\n`).join('')}`;
    const edited = editText(long, { kind: 'set', at: ['blocks', 700, 'text'], value: '改' });
    expect(edited).toBe(long.replace('第 700\n', '改\n'));
  });

  test('of a text that others use by an alias is one of all of them, or of this one alone', () => {
    const text = `until: &end 2026-12-13 # 结束\nblocks:\n  - { block: a, until: *end }\n  - { block: b, until: *end }\n`;
    const set = { kind: 'set', value: '2026-12-14' } as const;
    const everywhere = text.replace('2026-12-13', '2026-12-14');
    expect(editText(text, { ...set, at: ['until'], scope: 'everywhere' })).toBe(everywhere);
    expect(editText(text, { ...set, at: ['blocks', 0, 'until'], scope: 'everywhere' })).toBe(everywhere);
    expect(editText(text, { ...set, at: ['blocks', 0, 'until'], scope: 'here' })).toBe(
      text.replace('*end', '2026-12-14'),
    );
  });
});
