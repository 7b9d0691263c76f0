import { expect, test } from 'vitest';
import { piecesOf } from '#shop/domain/pieces.ts';

test.each([
  ['0.25g*24粒', 24, '粒'],
  ['12片*2板', 24, '片'],
  ['5支*10袋', 50, '支'],
  ['200揿:100μg', 200, '揿'],
  ['250g 280粒', 280, '粒'],
  ['8cm*13cm*10贴', 10, '贴'],
])('a package of %s holds %i %s', (spec, number, unit) => {
  expect(piecesOf(spec)).toEqual({ number, unit });
});

test.each(['150ml', '250g 薄片', '标准型', '1支', ''])('%s names no pieces to count by', (spec) => {
  expect(piecesOf(spec)).toBeNull();
});
