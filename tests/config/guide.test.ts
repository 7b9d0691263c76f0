import { describe, expect, it } from 'vitest';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { type Compile, createCompiler } from '#engine/compiler/compile.ts';
import { examplesOf, readGuide, withGuide } from './support/guide.ts';

const shop = await loadProject('config');
const guide = await readGuide();
const compile: Compile = createCompiler();

/** Before everything that the guide schedules. */
const AT = Date.parse('2026-11-21T00:00:00+08:00') / 1000;

const examples = examplesOf(guide);

const PAGE = 'config/pages/guide-example.yaml';
/** Beside what the page shows anyway. */
const asPage = (blocks: string) =>
  `name: guide_example\npath: /guide-example\ntitle: 例子\ndata:\n  goods: { call: goods.list }\nblocks:\n  - { block: text, text: '共 {$data.goods.total} 种' }\n${blocks}`;

const base = withGuide(shop, examples);

describe('the guide for operations staff', () => {
  it('has examples, and each says what it is', () => {
    expect(examples.length).toBeGreaterThan(15);
    const vague = examples.filter(({ target }) => target !== '区块' && !target.startsWith('config/'));
    expect(vague.map(({ guide: file, line }) => `${file}:${line}`)).toEqual([]);
  });

  it.each(examples)('$guide:$line is as it says', ({ target, appended, wrong, text }) => {
    const file = target === '区块' ? PAGE : target;
    const files = new Map(base);
    if (target === '区块') files.set(PAGE, asPage(text));
    else if (wrong !== undefined) files.set(target, text);
    const found = compile(files, { at: AT }).offenses.filter((offense) => offense.file === file);
    /* Names that are added are used by another example. */
    const reported = appended ? found.filter(({ severity }) => severity === 'error') : found;
    const codes = reported.map(({ code }) => code);
    expect(codes, reported.map(({ line, message }) => `${line} ${message.zh}`).join('\n')).toEqual(
      wrong === undefined ? [] : [wrong],
    );
  });

  it('leads nowhere but to pages of its own', () => {
    const links = [...guide].flatMap(([path, text]) =>
      [...text.matchAll(/\]\(([^)h][^)]*\.md)\)/g)].map(
        (match) => [path, `config/guide/${match[1]}`] as const,
      ),
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter(([, to]) => !guide.has(to))).toEqual([]);
  });

  it('is not read as config', () => {
    expect(
      [...shop.keys()].filter((path) => path.startsWith('config/guide/') && path.endsWith('.md')),
    ).toEqual([]);
  });
});
