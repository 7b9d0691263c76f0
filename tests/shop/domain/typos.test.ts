import { expect, it } from 'vitest';
import { likeness, typosIn } from '#shop/domain/typos.ts';

it.each([
  ['amxl', 'amxl', 0],
  ['amxl', 'amxljn', 0],
  ['amxk', 'amxljn', 1],
  ['maxl', 'amxl', 1],
  ['amxxl', 'amxl', 1],
  ['axl', 'amxl', 1],
  ['zzzz', 'amxl', 4],
  ['', 'amxl', 0],
])('%s is %s with %s typos', (typed, word, typos) => {
  expect(typosIn(typed, word)).toBe(typos);
});

it('says how much two texts have in common', () => {
  expect(likeness(['ab', 'bc'], ['ab', 'bc'])).toBe(1);
  expect(likeness(['ab', 'bc'], ['ab', 'bd'])).toBe(0.5);
  expect(likeness(['ab'], ['cd'])).toBe(0);
  expect(likeness([], [])).toBe(0);
});
