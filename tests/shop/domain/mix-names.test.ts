import { array, assert, constantFrom, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestRun, mixNames } from '#shop/domain/mix-names.ts';

const mix = (text: string, part = false) => mixNames(text.split(''), (name) => name, { part }).join('');

/** Lists of a few names, none of them more than two thirds of the list. */
const lists = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }).filter((names) =>
  names.every((name) => {
    const count = names.filter((one) => one === name).length;
    return count <= 2 * (names.length - count + 1);
  }),
);

describe('a list of names that is mixed', () => {
  it.each([
    ['aabb', 'aabb'],
    ['aaab', 'aaba'],
    ['aaabbb', 'aababb'],
    ['abcaaaa', 'abaacaa'],
    ['aaaa', 'aaaa'],
    ['', ''],
  ])('%s becomes %s', (given, wanted) => {
    expect(mix(given)).toBe(wanted);
  });

  it('never has three of one name in a row where that can be', () => {
    assert(
      property(lists, (names) => {
        const result = mixNames(names, (name) => name);
        expect(result.toSorted()).toEqual(names.toSorted());
        expect(longestRun(result)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('keeps an order that needs no change', () => {
    assert(
      property(array(constantFrom('a', 'b', 'c'), { maxLength: 30 }), (names) => {
        pre(longestRun(names) <= 2);
        expect(mixNames(names, (name) => name)).toEqual(names);
      }),
    );
  });

  it('keeps the order of the items of each name', () => {
    assert(
      property(lists, (names) => {
        const items = names.map((name, index) => ({ name, index }));
        const result = mixNames(items, ({ name }) => name);
        for (const [, same] of Map.groupBy(result, ({ name }) => name)) {
          expect(same.map(({ index }) => index)).toEqual(
            same.map(({ index }) => index).toSorted((a, b) => a - b),
          );
        }
      }),
    );
  });

  it('begins and ends, as a part of a longer one, with two different names', () => {
    const parts = array(constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 20, maxLength: 60 });
    const most = (names: readonly string[]) =>
      Math.max(...[...Map.groupBy(names, (name) => name).values()].map((same) => same.length));
    assert(
      property(parts, (names) => {
        pre(most(names) * 2 <= names.length);
        const result = mixNames(names, (name) => name, { part: true });
        expect(longestRun(result)).toBeLessThanOrEqual(2);
        expect(result[0]).not.toBe(result[1]);
        expect(result.at(-1)).not.toBe(result.at(-2));
      }),
    );
  });
});
