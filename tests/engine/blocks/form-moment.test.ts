import { describe, expect, it } from 'vitest';
import * as moment from '#engine/blocks/form/moment.ts';
import { formatsFor } from '../support/formats.ts';

const formats = formatsFor();
const toMoment = (value: unknown) => moment.toMoment(value, formats);
const fromMoment = (text: string) => moment.fromMoment(text, formats);

describe('a moment in a form', () => {
  it('is shown and read by the clock of the site, whatever the machine says', () => {
    expect(toMoment(1_793_498_400)).toBe('2026-11-01T10:00');
    expect(fromMoment('2026-11-01T10:00')).toBe(1_793_498_400);
  });

  it('may be left out', () => {
    expect([toMoment(null), toMoment(undefined), toMoment('')]).toEqual(['', '', '']);
    expect([fromMoment(''), fromMoment('明天'), fromMoment('2026-13-01T10:00')]).toEqual(['', '', '']);
  });
});
