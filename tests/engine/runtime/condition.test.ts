import { describe, expect, test } from 'vitest';
import type { Condition } from '#engine/generated/schemas.ts';
import { holds } from '#engine/runtime/condition.ts';
import { scopeOf } from './support.ts';

const scope = scopeOf({
  query: { page: '2', yx: '0', word: '' },
  data: { total: 3, none: null, list: [], names: ['b', 'c'], day: '2026-11-02', zero: 0 },
});

const cases: [string, Condition | undefined, boolean][] = [
  ['no condition', undefined, true],
  ['a plain true', true, true],
  ['a number that is not zero', '$data.total', true],
  ['zero', '$data.zero', false],
  ['a flag 0 in the address', '$query.yx', false],
  ['empty text', '$query.word', false],
  ['an empty list', '$data.list', false],
  ['a list with something in it', '$data.names', true],
  ['what is missing', '$data.nobody', false],
  ['text that spells a number equals it', { eq: ['$query.page', 2] }, true],
  ['missing equals null', { eq: ['$data.nobody', '$data.none'] }, true],
  ['missing is not zero', { eq: ['$data.nobody', 0] }, false],
  ['empty text is not zero', { eq: ['$query.word', 0] }, false],
  ['greater', { gt: ['$data.total', 2] }, true],
  ['greater than itself', { gt: ['$data.total', 3] }, false],
  ['at least', { gte: ['$data.total', 3] }, true],
  ['less, as text of a day', { lt: ['$data.day', '2026-11-10'] }, true],
  ['at most', { lte: ['$query.page', 1] }, false],
  ['what is missing is neither greater', { gt: ['$data.nobody', -1] }, false],
  ['nor at most', { lte: ['$data.nobody', 5] }, false],
  ['one of a list', { in: ['b', '$data.names'] }, true],
  ['one of what is no list', { in: ['b', '$data.total'] }, false],
  ['not', { not: { eq: ['$data.total', 3] } }, false],
  ['not a reference', { not: '$data.list' }, true],
  ['all', { all: ['$data.total', { gt: ['$data.total', 5] }] }, false],
  ['any', { any: ['$data.nobody', { gt: ['$data.total', 2] }] }, true],
];

describe('conditions', () => {
  test.each(cases)('%s', (_, condition, expected) => {
    expect(holds(condition, scope)).toBe(expected);
  });
});
