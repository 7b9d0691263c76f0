import { describe, expect, test } from 'vitest';
import { MOST_COMPARED, readCompared, toggleCompared } from '#shop/domain/compared.ts';

describe('goods that are compared', () => {
  test('are read from the address, whatever stands there', () => {
    expect(readCompared('3,17')).toEqual([3, 17]);
    expect(readCompared('3,x,,17,3,0,-1')).toEqual([3, 17]);
    expect(readCompared(null)).toEqual([]);
  });

  test('are added at the end and taken out by the same press', () => {
    expect(toggleCompared(null, 3)).toBe('3');
    expect(toggleCompared('3', 17)).toBe('3,17');
    expect(toggleCompared('3,17', 3)).toBe('17');
    expect(toggleCompared('17', 17)).toBeNull();
  });

  test('are no more than stand side by side', () => {
    const full = Array.from({ length: MOST_COMPARED }, (_, index) => index + 1).join();
    expect(toggleCompared(full, 99)).toBe(full);
    expect(toggleCompared(full, 1)).not.toBe(full);
  });
});
