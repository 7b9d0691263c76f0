import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { applyFixes } from '#engine/cli/check/apply-fixes.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { BlockSchemaFile } from './block-schemas.ts';

const PAGE = 'config/pages/sample.yaml';
const HEAD = 'name: sample\npath: /sample\n';
const compile = createCompiler();

/** These lines of a page of the shop after `check --fix`, until nothing changes. */
export function migrated(shop: ReadonlyMap<string, string>, lines: string): string {
  let files = new Map(shop).set(PAGE, `${HEAD}${lines}\n`);
  for (let round = 0; round < 3; round += 1) {
    const offenses = compile(files).offenses.filter(({ file }) => file === PAGE);
    files = new Map([...files, ...applyFixes(offenses, files)]);
  }
  return (files.get(PAGE) ?? '').replace(HEAD, '').trimEnd();
}

interface Migration {
  version: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Tests that the migrations of these block types, which the shop has, still do what they did when they were written. */
export function testMigrations(blocks: readonly BlockSchemaFile[], shop: ReadonlyMap<string, string>): void {
  const written = blocks.map(({ type, schema }) => {
    const { version = 1, migrations = [] } = schema as { version?: number; migrations?: Migration[] };
    return { type, version, migrations };
  });

  describe('the migrations of block types', () => {
    it('each keep an example of what they change, and still change it so', () => {
      for (const { type, migrations } of written) {
        for (const { version, before, after } of migrations) {
          expect(before, `${type} ${version} has no frozen example`).toBeDefined();
          const text = `blocks: [${JSON.stringify(before)}]`;
          expect(parse(migrated(shop, text))).toEqual({ blocks: [after] });
        }
      }
    });

    it('lead up to the version of their schema', () => {
      for (const { type, version, migrations } of written)
        expect(Math.max(1, ...migrations.map((one) => one.version)), type).toBeLessThanOrEqual(version);
    });
  });
}
