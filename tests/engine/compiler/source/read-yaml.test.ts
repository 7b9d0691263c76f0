import { describe, expect, it } from 'vitest';
import { LIMITS } from '#engine/compiler/source/limits.ts';
import { parseYaml } from '#engine/compiler/source/parse-yaml.ts';
import { readYaml } from '#engine/compiler/source/read-yaml.ts';

/** What both parsers are held against each other for: what a text says, and what is wrong with it. */
const contentOf = ({ value, faults, brokenFrom }: ReturnType<typeof readYaml>) => ({
  value,
  faults,
  brokenFrom,
});

/** Arrays in arrays, each of which holds the one before so many times. */
const lists = (levels: number, uses: number) =>
  Array.from(
    { length: levels },
    (_, level) =>
      `l${level}: &l${level} [${Array(uses)
        .fill(level === 0 ? 1 : `*l${level - 1}`)
        .join(', ')}]`,
  ).join('\n');

describe('reading a file', () => {
  it.each<[what: string, text: string, value: unknown]>([
    [
      'numbers, truths and nothing',
      'a: 0x10\nb: 0o7\nc: 1e3\nd: 1_0\ne: yes\nf: TRUE\ng: ~\nh:\n',
      {
        a: 16,
        b: 7,
        c: 1000,
        d: '1_0',
        e: 'yes',
        f: true,
        g: null,
        h: null,
      },
    ],
    ['dates as text', 'a: 2026-11-01T00:00:00+08:00', { a: '2026-11-01T00:00:00+08:00' }],
    ['keys that are numbers or truths as text', '1: a\ntrue: b', { 1: 'a', true: 'b' }],
    ['texts of several lines', 'a: |\n  一\n  二\nb: >-\n  一\n  二\n', { a: '一\n二\n', b: '一 二' }],
    ['aliases', 'a: &a [1]\nb: *a', { a: [1], b: [1] }],
    ['a merge key as any other', 'a: { <<: 1 }', { a: { '<<': 1 } }],
  ])('reads %s', (_, text, value) => {
    expect(readYaml(text)).toEqual({ value, faults: [], brokenFrom: undefined });
  });

  it.each([
    ['a tag', 'a: !!str 1'],
    ['a second document', 'a: 1\n---\nb: 2'],
    ['a key twice', 'a: 1\na: 2'],
    ['a key twice, once as a number', "1: a\n'1': b"],
    ['a key that changes prototypes', '__proto__: { a: 1 }'],
    ['a key that is a list', '[1]: a'],
    ['a key that is nothing', '~: a'],
    ['a key that is an alias', '&a b: 1\n*a : 2'],
    ['a key that starts with a wide space', '\u3000a: 1'],
    ['an alias of nothing', 'a: *b'],
    ['a list that contains itself', 'a: &a [*a]'],
    ['a map that contains itself', 'a: &a { b: *a }'],
    ['an anchor that ends with a colon', '&a: 1'],
    ['a tab as indentation', 'a:\n\tb: 1'],
    ['a tab within a text of several lines', '# one\n\ta.json\n'],
    ['text after the end of the document', '...    a:\n'],
    ['a character that no editor shows', 'a: "\u0007"'],
    ['a replacement character', 'a: \uFFFD'],
    ['more levels than are allowed', `a: ${'['.repeat(60)}${']'.repeat(60)}`],
    ['more values than are allowed', `a: [${'1,'.repeat(LIMITS.values)}]`],
    ['aliases of aliases with more values than are allowed', lists(6, 10)],
    ['aliases of aliases with more levels than are allowed', lists(60, 1)],
    ['an alias as a key of a list, without a value', 'a: &a b\nc: { *a }\n'],
    ['an anchor that only a key has', 'a:\n  &b c: 1\n  d: *b\n'],
    ['an escape beyond Unicode', 'a: "\\U00110000"'],
    ['a key of more than 1,024 characters', `${'a'.repeat(1100)}: 1`],
    ['maps in brackets with more values than are allowed', `a: [${'b:,'.repeat(13_000)}]`],
    ['an open bracket', 'a: [1'],
  ])('says of %s what the parser with nodes says', (_, text) => {
    const read = contentOf(readYaml(text));
    expect(read).toEqual(contentOf(parseYaml(text)));
    expect(read.faults).not.toEqual([]);
  });

  it.each([
    ['an empty file', ''],
    ['a file of comments', '# nothing'],
    ['a directive', '%YAML 1.2\n---\na: 1'],
    ['an indented start of a document', ' ---'],
    ['an indented percent sign', '  %a: 1\n---'],
    ['a return without a line feed', '\rname: a\n'],
    ['a byte order mark', '\uFEFF  - a: 1\n'],
    ['a tab behind a dash', '-\t&a\n'],
    ['a number that is too large', `a: 1e400\nb: ${'9'.repeat(400)}\nc: 1.e400`],
    ['an anchor for all of the document', '&a []\n'],
    ['a tag right behind a quoted key', '{ "a":! 1 }'],
    ['an anchor with a no-break space in its name', 'a: &b\u00a0x y: z\n'],
    ['a map that begins behind the anchor of a value', 'a: &a  b: 1\n'],
    ['a block text that says how far it is indented', '|1\n#'],
    ['a block text that keeps its last lines', '>+\n\n  '],
    ['an escaped end of a line', '"\\\n\n"\n'],
    ['text right behind a quoted item', 'a:\n- ""b": false\n'],
    ['text right behind the last item of a list as far left as its key', 'a:\n- {}  b: 1\n'],
    ['the same within a list', '- a:\n  - []  b: 1\n'],
    ['the same after two dashes', '- - a:\n    - {}  b: 1\n'],
    ['the same with more spaces behind the dash', '-   a:\n    - {}  b: 1\n'],
    ['the same with carriage returns', 'a:\r\n- "b" c: 1\r\n'],
    ['the same after an item without a value', 'a:\n-\n- {}  b: 1\n'],
    ['a block text as a key right behind an item', 'a:\n- "b"? >-\n    c\nd: 1\n'],
    ['a comment before the end of a bracket', 'a: {\n  b: 1\n# c\n  }\n'],
    ['an anchor on a key that another value has as well', 'a: &x\n  b: 1\nc:\n  &x d: 1\n  e: *x\n'],
    ['lines with carriage returns', 'a: 1\r\nb:\r\n  - c: |\r\n      d\r\n'],
    ['a list as the document', '- a\n- b\n'],
    ['numbers of many digits', `a: 0x${'f'.repeat(280)}\nb: 1${'0'.repeat(250)}e99`],
    ['aliases just within the limits', lists(4, 10)],
  ])('reads %s as the parser with nodes does', (_, text) => {
    expect(contentOf(readYaml(text))).toEqual(contentOf(parseYaml(text)));
  });
});
