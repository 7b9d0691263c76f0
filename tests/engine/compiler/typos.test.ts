import { describe, expect, it } from 'vitest';
import { checkProject, expectClean, expectOffense, page } from './support/project.ts';

describe('a # behind a space', () => {
  it('is reported where it ends a text', () => {
    const checked = checkProject(page('blocks:\n  - block: text\n    text: 满减专区 #1'));
    expectOffense(checked, 'yaml-comment', { at: '#1' });
  });

  it('is reported where nothing is left of the text', () => {
    expectOffense(checkProject(page('title: #1\nblocks: []')), 'yaml-comment', { at: '#1' });
  });

  it.each([
    ["Say 'hello #1'", "#1'"],
    ['满减 "专区 #1" 开始', '#1" 开始'],
    ["rock 'n roll #1 'n", "#1 'n"],
    ["a - 'b #1'", "#1'"],
    ["see ['a #1']", "#1']"],
  ])('is reported beside quotes that are a part of a text: %s', (text, at) => {
    expectOffense(checkProject(page(`title: ${text}\nblocks: []`)), 'yaml-comment', { at });
  });

  it.each([
    "title: '满减专区 #1'\nblocks: []",
    'title: 满减专区#1\nblocks: []',
    "blocks:\n  - { block: text, text: '第 #1 名', level: 'muted' }",
    'title: 满减专区 # 首页第一块\nblocks: []',
    'title: 满减专区 ## 首页第一块\nblocks: []',
    '#首页第一块\ntitle: 满减专区\n#还有一块\nblocks: []',
    'blocks:\n  - block: text\n    text: |\n      第 #1 名',
  ])('is left alone where it is a part of the text, or plainly a comment: %s', (text) => {
    expectClean(checkProject(page(text)));
  });
});

describe('wide quotation marks', () => {
  it.each(['“双十二”', '‘双十二’', '＂双十二＂'])('are reported where they enclose a value: %s', (title) => {
    expectOffense(checkProject(page(`title: ${title}\nblocks: []`)), 'yaml-quotes', { at: title });
  });

  it.each(["'“双十二”'", '欢迎“双十二”', '“双十二”与“双旦”'])(
    'are left alone as part of a text: %s',
    (title) => {
      expectClean(checkProject(page(`title: ${title}\nblocks: []`)));
    },
  );
});

describe('what stands in the place of something else', () => {
  it('a reference without its $ is reported, and mended', () => {
    const checked = checkProject(
      page(
        'data: { goods: { call: goods.list } }\nblocks:\n  - { block: sample-grid, items: data.goods.list }',
      ),
    );
    const offense = checked.offenses.find(({ code }) => code === 'block-props');
    expect(offense?.hint.zh).toContain('$data.goods.list');
    expect(offense?.fix?.text).toBe('$data.goods.list');
  });

  it('a name that cannot be one is reported with what a name is made of', () => {
    const checked = checkProject({
      'config/pages/sample.yaml': 'name: Double 12\npath: /sample\nblocks: []\n',
    });
    const offense = expectOffense(checked, 'config-shape', { at: 'Double 12' });
    expect(offense.message.zh).toContain('以英文字母开头，只含英文字母、数字、下划线');
    expect(offense.message.en).toContain('letters, digits, underscores');
  });
});
