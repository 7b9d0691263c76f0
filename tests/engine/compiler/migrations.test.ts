import { describe, expect, it } from 'vitest';
import { ENGINE_BLOCKS } from '../../support/block-schemas.ts';
import { migrated, testMigrations } from '../../support/migrations.ts';
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

/** The page after `check --fix`. */
const fixed = (lines: string): string => migrated(projectFiles(withBadge({})), lines);

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

testMigrations(ENGINE_BLOCKS, projectFiles());
