import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSchemaFiles } from '#engine/cli/project/load-project.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import { type Fence, fencesIn } from '../../support/fences.ts';

const FOLDER = 'src/engine/guide';

const pages = new Map(
  await Promise.all(
    (await readdir(FOLDER)).map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const),
  ),
);
const schemas = [...(await readSchemaFiles())].filter(([path]) => path.startsWith('schemas/engine/'));
const compile = createCompiler();

/** What a section leaves to the reader: a shop with a home page and one for each address that the engine leads to. */
const AROUND: Record<string, string> = {
  'config/site.yaml': 'title: Paper & Ink\nlocale: en-GB\n',
  'config/pages/home.yaml': 'name: home\npath: /\ntitle: Home\nblocks: [{ block: text, text: Welcome }]\n',
};

/** A schema of a shop lies below `schemas/shop` where the engine lies in the same repository. */
const pathOf = ({ path }: Fence) => path.replace(/^schemas\//, 'schemas/shop/');

/** Of these a section shows a part: what is declared there is used elsewhere. */
const LET_PASS = new Set(['unused-call', 'unreachable-page', 'event-unhandled']);

/** The config of a section, one for each `site.yaml` that it shows: what follows one belongs to it. */
function shopsOf(fences: readonly Fence[]): Fence[][] {
  const shops: Fence[][] = [];
  for (const fence of fences) {
    if (
      shops.length === 0 ||
      (fence.path === 'config/site.yaml' && shops.at(-1)?.some(({ path }) => path === fence.path))
    )
      shops.push([]);
    shops.at(-1)?.push(fence);
  }
  return shops;
}

const shops = [...pages].flatMap(([name, text]) =>
  [...Map.groupBy(fencesIn(text), ({ section }) => section)].flatMap(([section, fences]) =>
    shopsOf(fences.filter(({ path }) => /^(?:config|schemas)\//.test(path))).map(
      (shop) => [`${name}:${shop[0]?.line ?? 0} ${section}`, shop] as const,
    ),
  ),
);

describe('the guide', () => {
  it('shows many configs, and nothing of YAML that is of no file', () => {
    expect(shops.length).toBeGreaterThan(12);
    const loose = [...pages].filter(([name, text]) => name !== 'language.md' && /^```yaml$/m.test(text));
    expect(loose.map(([name]) => name)).toEqual([]);
  });

  it.each(shops)('%s compiles', (_, fences) => {
    const shown = fences.map((fence) => [pathOf(fence), fence.text] as const);
    const { offenses } = compile(new Map([...schemas, ...Object.entries(AROUND), ...shown]));
    const said = offenses.filter(({ code }) => !LET_PASS.has(code));
    expect(said.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message.en}`)).toEqual([]);
  });

  it('shows fixtures of calls that it declares', () => {
    const fixtures = [...pages].flatMap(([, text]) => {
      const fences = fencesIn(text);
      const calls = fences.filter(({ path }) => path.startsWith('config/api/')).map((one) => one.text);
      const data = fences.filter(({ path }) => path.startsWith('fixtures/'));
      return data.flatMap((fence) =>
        Object.keys(parse(fence.text)).map((call) => [call, calls.join('\n')] as const),
      );
    });
    expect(fixtures.length).toBeGreaterThan(0);
    expect(fixtures.filter(([call, text]) => !text.includes(`${call}:`))).toEqual([]);
  });

  it('leads only to pages and sections that are there', () => {
    const broken = [...pages].flatMap(([name, text]) =>
      Array.from(text.matchAll(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g), ([, file = '', anchor]) => {
        const page = pages.get(file === '' ? name : join(dirname(name), file));
        if (page === undefined) return [`${name}: ${file}`];
        const anchors = Array.from(
          page.matchAll(/^#+ (.*)$/gm),
          ([, title = '']) =>
            `#${title
              .toLowerCase()
              .replaceAll(/[^\w\s-]/g, '')
              .replaceAll(' ', '-')}`,
        );
        return anchor === undefined || anchors.includes(anchor) ? [] : [`${name}: ${file}${anchor}`];
      }).flat(),
    );
    expect(broken).toEqual([]);
  });

  it('lists every page', () => {
    const index = pages.get('README.md') ?? '';
    const named = [...pages.keys()].filter((name) => name !== 'README.md');
    expect(named.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  });
});
