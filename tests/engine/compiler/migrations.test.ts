import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { applyFixes } from '#engine/cli/check/apply-fixes.ts';
import { compile } from '#engine/compiler/compile.ts';
import { BLOCK_SCHEMAS } from '../../support/block-schemas.ts';
import { checkProject, expectClean, expectOffense, page, projectFiles } from './support/project.ts';

const BADGE = {
  title: '徽章',
  type: 'object',
  additionalProperties: false,
  version: 3,
  required: ['text'],
  properties: { text: { type: 'string' }, tone: { enum: ['plain', 'promo'] }, size: { type: 'integer' } },
  examples: [],
  migrations: [
    { version: 2, rename: { label: 'caption' }, values: { tone: { sale: 'promo' } }, drop: ['blink'] },
    { version: 3, rename: { caption: 'text', big: 'size' } },
  ],
};

const withBadge = (files: Record<string, string>) => ({
  'schemas/blocks/badge.schema.json': JSON.stringify(BADGE),
  ...files,
});

/** The page after `check --fix`, until nothing changes. */
function fixed(lines: string): string {
  let files = projectFiles(withBadge(page(lines)));
  for (let round = 0; round < 3; round += 1)
    files = new Map([...files, ...applyFixes(compile(files).offenses, files)]);
  return (files.get('config/pages/sample.yaml') ?? '').replace('name: sample\npath: /sample\n', '').trimEnd();
}

describe('a block that was written for an older version', () => {
  it('reports what became of each prop', () => {
    const checked = checkProject(
      withBadge(page('blocks:\n  - block: badge\n    label: 新\n    tone: sale\n    blink: true')),
    );
    expectOffense(checked, 'block-outdated', {
      at: 'label',
      message: /从第 3 版起，label 改叫 text/,
      fix: 'text',
    });
    expectOffense(checked, 'block-outdated', { at: 'sale', fix: 'promo' });
    expect(checked.offenses.map(({ code }) => code)).toEqual([
      'block-outdated',
      'block-outdated',
      'block-outdated',
    ]);
  });

  it('is rewritten in place, with its comments and its layout', () => {
    const before = `blocks:
  # 新人专享
  - block: badge   # 角标
    label: '新'    # 最多两个字
    blink: true    # 闪烁
    tone: sale
    size: 2        # 号`;
    expect(fixed(before)).toBe(`blocks:
  # 新人专享
  - block: badge   # 角标
    text: '新'    # 最多两个字
    tone: promo
    size: 2        # 号`);
  });

  it('is rewritten inside braces, too', () => {
    expect(fixed('blocks: [{ block: badge, blink: true, label: 新 }]')).toBe(
      'blocks: [{ block: badge, text: 新 }]',
    );
    expect(fixed('blocks: [{ blink: true, block: badge, label: 新 }]')).toBe(
      'blocks: [{ block: badge, text: 新 }]',
    );
    expect(fixed('blocks: [{ block: badge, text: 新, blink: true }]')).toBe(
      'blocks: [{ block: badge, text: 新 }]',
    );
  });

  it('is left alone once it is new', () => {
    const now = 'blocks: [{ block: badge, text: 新, tone: promo }]';
    expect(fixed(now)).toBe(now);
    expectClean(checkProject(withBadge(page(now))));
  });

  it('is not overwritten where the new prop stands beside the old', () => {
    const both = checkProject(withBadge(page('blocks: [{ block: badge, label: 旧, text: 新 }]')));
    expect(expectOffense(both, 'block-outdated', { at: 'label' }).fix).toBeUndefined();
  });
});

interface Frozen {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

describe('the migrations of the shop’s own blocks', () => {
  const frozen = BLOCK_SCHEMAS.flatMap(({ schema }) => {
    const { migrations = [] } = schema as { migrations?: ({ version: number } & Partial<Frozen>)[] };
    return migrations;
  });

  it('each keep an example of what they change, and still change it so', () => {
    for (const [index, { before, after }] of frozen.entries()) {
      expect(before, `migration ${index} has no frozen example`).toBeDefined();
      const text = `blocks: [${JSON.stringify(before)}]`;
      expect(parse(fixed(text))).toEqual({ blocks: [after] });
    }
  });

  it('lead up to the version of their schema', () => {
    for (const { type, schema } of BLOCK_SCHEMAS) {
      const { version = 1, migrations = [] } = schema as {
        version?: number;
        migrations?: { version: number }[];
      };
      const newest = Math.max(1, ...migrations.map((one) => one.version));
      expect(newest, type).toBeLessThanOrEqual(version);
    }
  });
});
