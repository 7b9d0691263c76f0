import { describe, expect, it } from 'vitest';
import type { CheckExample } from '#engine/compiler/checks/check.ts';
import { CHECKS } from '#engine/compiler/checks/index.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { projectFiles } from './support/project.ts';

/** Before everything that the examples schedule. */
const AT = Date.parse('2026-11-21T00:00:00+08:00') / 1000;

/** What they find is no text of a config: a file that cannot be read, a broken schema, a built page, an old block. */
const WITHOUT = ['block-outdated', 'file-unread', 'page-budget', 'schema-file'];

const compile = createCompiler();
/** The sample shop, whose calls no page uses, without the setting that keeps quiet about them. */
const SITE = (projectFiles().get('config/site.yaml') ?? '').replace(/^checks:.*\n/m, '');
const identityOf = ({ code, file, message }: Offense) => `${code} ${file} ${message.en}`;
const KNOWN = new Set(compile(projectFiles({ 'config/site.yaml': SITE })).offenses.map(identityOf));

/** The settings of the sample shop with these in the place of its own. */
const withOwn = (text: string) =>
  Array.from(text.matchAll(/^\w+(?=:)/gm), ([key]) => key).reduce(
    (site, key) => site.replace(new RegExp(`^${key}:.*\\n(?: .*\\n)*`, 'm'), ''),
    SITE,
  ) + text;

/** Codes of the offenses of a shop with this text. */
function codesOf({ beside = {} }: CheckExample, file: string | undefined, text: string): string[] {
  const own =
    file === undefined
      ? { 'config/pages/sample.yaml': `name: sample\npath: /sample\n${text}` }
      : { [file]: file === 'config/site.yaml' ? withOwn(text) : text };
  const site = file === 'config/site.yaml' ? {} : { 'config/site.yaml': SITE };
  const { offenses } = compile(projectFiles({ ...site, ...beside, ...own }), { at: AT });
  return offenses.filter((offense) => !KNOWN.has(identityOf(offense))).map(({ code }) => code);
}

describe('the example of a check', () => {
  it('is there for every check that a text can show', () => {
    const bare = CHECKS.filter(({ meta }) => meta.example === undefined).map(({ meta }) => meta.code);
    expect(bare).toEqual(WITHOUT);
  });

  it.each(CHECKS.flatMap(({ meta }) => (meta.example ? [{ code: meta.code, example: meta.example }] : [])))(
    '$code is found in the bad one and not in the good one',
    ({ code, example }) => {
      const { file, goodFile = file, bad, good } = example;
      expect(codesOf(example, file, bad)).toContain(code);
      expect(codesOf(example, goodFile, good)).not.toContain(code);
    },
  );
});
