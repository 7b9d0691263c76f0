import { describe, expect, it } from 'vitest';
import { checkProject, expectClean, expectOffense, page } from './support/project.ts';
import { time } from './support/time.ts';

describe('a YAML file', () => {
  it('is clean in the smallest shop', () => {
    const checked = checkProject();
    expectClean(checked);
    expect(checked.registry?.site.title).toBe('试店');
  });

  it('is refused when a key stands twice', () => {
    expectOffense(checkProject(page('title: 一\ntitle: 二')), 'yaml-duplicate-key', { at: 'title' });
  });

  it('is refused when a tab indents it', () => {
    const checked = checkProject(page('data:\n\tx: 1'));
    expect(checked.offenses.map(({ code }) => code)).toContain('yaml-syntax');
    expect(checked.registry).toBeNull();
  });

  it('is refused with an open quote, at the place', () => {
    const checked = checkProject(page("title: '没有结束"));
    const fault = checked.offenses.find(({ code }) => code === 'yaml-syntax');
    expect(fault?.file).toBe('config/pages/sample.yaml');
    expect(fault?.line).toBeGreaterThanOrEqual(3);
  });

  it.each([
    { typo: 'a wide colon', lines: 'title：双十二', at: '：', message: /中文冒号/ },
    {
      typo: 'a wide colon in a block',
      lines: 'blocks:\n  - block: text\n    text：双十二',
      at: '：',
      message: /中文冒号/,
    },
    {
      typo: 'no space after a colon',
      lines: 'title:双十二\nblocks: []',
      at: ':',
      message: /冒号后面少了空格/,
    },
    {
      typo: 'no space after a dash',
      lines: 'blocks:\n  - { block: text, text: 一 }\n  -block: text',
      at: '-',
      message: /横线后面少了空格/,
    },
    {
      typo: 'a long dash',
      lines: 'blocks:\n  - { block: text, text: 一 }\n  — block: text',
      at: '—',
      message: /英文减号/,
    },
    { typo: 'a wide comma', lines: 'blocks:\n  - { block: text， text: 一 }', at: '，', message: /中文标点/ },
    {
      typo: 'wide spaces',
      lines: 'blocks:\n  - block: text\n\u3000\u3000text: 一',
      at: '\u3000\u3000',
      message: /全角空格/,
    },
    {
      typo: 'a line too far left',
      lines: 'blocks:\n  - block: text\n   text: 一',
      at: '   ',
      message: /缩进/,
    },
    {
      typo: 'a line too far right',
      lines: 'blocks:\n  - block: text\n      text: 一',
      at: '      ',
      message: /缩进/,
    },
    {
      typo: 'a bracket left open',
      lines: 'meta: { header: false\nblocks: []',
      at: '{',
      message: /没有配上 }/,
    },
  ])('names $typo where it was typed', ({ lines, at, message }) => {
    const checked = checkProject(page(lines));
    expectOffense(checked, 'yaml-syntax', { at, message });
  });

  it('cannot hold keys that reach a prototype', () => {
    expectOffense(checkProject(page('__proto__: { polluted: 1 }')), 'yaml-unsafe', { at: '__proto__' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('cannot hold tags', () => {
    expectOffense(checkProject(page('title: !!js/function x')), 'yaml-unsafe', { at: '!!js/function' });
  });

  it('may share a part by alias, and reports a fault in it once', () => {
    const shared = page('data: { a: &goods { call: goods.list }, b: *goods }\nblocks: []');
    expectClean(checkProject(shared));
    const wrong = checkProject(page('data: { a: &goods { call: goods.lst }, b: *goods }\nblocks: []'));
    expectOffense(wrong, 'unknown-call', { at: 'goods.lst', fix: 'goods.list' });
  });

  it('cannot hold an alias of nothing or of itself', () => {
    expectOffense(checkProject(page('data: *nothing')), 'yaml-unsafe', { at: '*nothing' });
    expectOffense(checkProject(page('data: &me { x: *me }')), 'yaml-unsafe', { at: '*me', message: /自己/ });
  });

  it('is one document', () => {
    expectOffense(checkProject(page('title: 一\n---\nname: other')), 'yaml-syntax', { at: '---' });
  });

  it('ends hostile input in an offense, for the price of a few sound pages of its size', () => {
    const bomb = ['a: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 12; level++)
      bomb.push(`b${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}]`);
    const hostile: Record<string, string> = {
      bomb: bomb.join('\n'),
      deepFlow: '['.repeat(60_000),
      deepBlock: '- '.repeat(60_000),
      deepMap: '{a: '.repeat(30_000),
      tags: 'a: !!x '.repeat(15_000),
      anchors: '&a '.repeat(40_000),
      huge: `title: ${'x'.repeat(3_000_000)}`,
      binary: '\u0000\u0001\ufffe',
      colons: 'x: '.repeat(40_000),
      quotes: '"\\u'.repeat(40_000),
      documents: '---\n'.repeat(30_000),
    };
    const blocks = Array.from(
      { length: 3000 },
      (_, number) => `  - { block: text, text: 第 ${number} 段 }\n`,
    );
    const sound = time(() => checkProject(page(`blocks:\n${blocks.join('')}`)));
    for (const [name, text] of Object.entries(hostile)) {
      const took = time(() => {
        const { offenses, registry } = checkProject({ 'config/pages/hostile.yaml': text });
        expect(offenses.filter(({ severity }) => severity === 'error').length, name).toBeGreaterThan(0);
        expect(registry, name).toBeNull();
      });
      expect(took, name).toBeLessThan(20 * sound);
    }
  });
});
