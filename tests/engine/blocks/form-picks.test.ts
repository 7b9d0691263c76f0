import { describe, expect, it } from 'vitest';
import { startOf, toPayload } from '#engine/blocks/form/validate.ts';
import { formatsFor } from '../support/formats.ts';

const formats = formatsFor();

describe('several options chosen in a form', () => {
  const field = {
    name: 'brands',
    label: '品牌',
    kind: 'picks',
    required: true,
    fixed: false,
    half: false,
    maxFiles: 9,
    maxSize: 10,
    keep: 'url',
    strength: false,
    wait: 60,
    full: false,
  } as const;

  it('start with a list of values or with what was typed earlier, and are sent as a list', () => {
    for (const value of [['3', '17'], [3, 17], '3,17']) {
      const held = startOf(field, { brands: value }, formats);
      expect(toPayload([field], { brands: held }, formats)).toEqual({ brands: ['3', '17'] });
    }
    expect(toPayload([field], { brands: startOf(field, null, formats) }, formats)).toEqual({ brands: [] });
  });
});
