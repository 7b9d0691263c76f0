import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { compile, createCompiler } from '#engine/compiler/compile.ts';
import type { Kept } from '#engine/compiler/kept.ts';
import { variedShop } from '../support/varied-shop.ts';
import { mutationsOf } from './support/mutations-of.ts';

type Files = ReadonlyMap<string, string>;

/** As another process reads it. */
const throughDisk = (kept: Kept): Kept => deserialize(serialize(kept)) as Kept;

/** What a compilation of these files leaves. */
function leftBy(files: Files): Kept {
  const compiler = createCompiler();
  compiler(files);
  return throughDisk(compiler.keep());
}

const shop = await variedShop();
const PAGE = 'config/pages/sample.yaml';
const over = (files: Record<string, string>): Files => new Map([...shop, ...Object.entries(files)]);

describe('a compiler that begins with what another process has left', () => {
  it('finds the same, at the same characters, in files with faults of every kind', () => {
    const mutations = mutationsOf(shop).filter((_, index) => index % 32 === 0);
    let kept = leftBy(shop);
    const codes = new Set<string>();
    for (const { file, text } of mutations) {
      const compiler = createCompiler(kept);
      const files = over({ [file]: text });
      const result = compiler(files);
      expect(result).toEqual(compile(files));
      for (const { code } of result.offenses) codes.add(code);
      kept = throughDisk(compiler.keep());
    }
    expect(mutations.length).toBeGreaterThan(5);
    expect(codes.size).toBeGreaterThan(3);
  });

  it('makes the same registry, and finds again what an untouched file is at fault with', () => {
    const faulty = over({ [PAGE]: 'name: sample\npath: /sample\nblocks: [{ block: text, txt: 一 }]\n' });
    expect(createCompiler(leftBy(shop))(shop)).toEqual(compile(shop));
    const again = createCompiler(leftBy(faulty))(faulty);
    expect(again).toEqual(compile(faulty));
    expect(again.offenses).not.toEqual([]);
  });

  it('compares the files that it has not parsed with those that have changed', () => {
    const link = (path: string) =>
      over({ [PAGE]: `name: sample\npath: ${path}\ntitle: 一\nblocks: []\n`, [FROM]: POINTS });
    const moved = link('/moved');
    const result = createCompiler(leftBy(link('/sample')))(moved);
    expect(result).toEqual(compile(moved));
    expect(result.offenses.map(({ file, code }) => [file, code])).toContainEqual([FROM, 'dead-link']);
  });

  it('keeps no file that it has something to say of', () => {
    const kept = leftBy(
      over({ [PAGE]: 'name: sample\npath: /sample\nblocks: [{ block: text, txt: 一 }]\n' }),
    );
    expect(kept.files.size).toBeGreaterThan(10);
    expect(kept.files.has(PAGE)).toBe(false);
  });
});

const FROM = 'config/pages/points.yaml';
const POINTS = `name: points
path: /points
title: 二
blocks: [{ block: buttons, items: [{ label: 去, to: /sample }] }]
`;
