import { describe, expect, it } from 'vitest';
import { fromMoment, toMoment } from '#engine/blocks/form/moment.ts';

describe('a moment in a form', () => {
  it('is shown and read by the clock of Beijing, whatever the machine says', () => {
    expect(toMoment(1_793_498_400)).toBe('2026-11-01T10:00');
    expect(fromMoment('2026-11-01T10:00')).toBe(1_793_498_400);
  });

  it('may be left out', () => {
    expect([toMoment(null), toMoment(undefined), toMoment('')]).toEqual(['', '', '']);
    expect([fromMoment(''), fromMoment('明天'), fromMoment('2026-13-01T10:00')]).toEqual(['', '', '']);
  });
});
