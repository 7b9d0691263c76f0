import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCreditCode } from '#engine/runtime/validation/credit-code.ts';
import { passwordStrength } from '#engine/runtime/validation/password.ts';
import { dayEnd } from '#shop/domain/calendar.ts';
import { certificateAge, certificatesFor } from '#shop/domain/certificates.ts';

/** Codes of well-known companies, as the public register shows them. */
const REAL = ['91110000802100433B', '914403001922038216', '91330100799655058B'];

const SIGNS = Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY');

describe('a credit code', () => {
  it.each(REAL)('%s proves itself by its last sign', (code) => {
    expect(isCreditCode(code)).toBe(true);
  });

  it('is none with any one sign changed, with a sign too few or many, or in small letters', () => {
    fc.assert(
      fc.property(fc.constantFrom(...REAL), fc.nat(17), fc.constantFrom(...SIGNS), (code, index, sign) => {
        const changed = code.slice(0, index) + sign + code.slice(index + 1);
        expect(isCreditCode(changed)).toBe(changed === code);
      }),
      { numRuns: 200 },
    );
    expect(isCreditCode(REAL[0]?.slice(1) ?? '')).toBe(false);
    expect(isCreditCode(`${REAL[0]}0`)).toBe(false);
    expect(isCreditCode('91110000802100433b')).toBe(false);
    expect(isCreditCode('9111000080210043IB')).toBe(false);
  });
});

describe('a certificate', () => {
  const now = Date.parse('2026-11-01T10:00:00+08:00') / 1000;

  it('is good through its last day in Beijing, and 临期 from 60 days before', () => {
    expect(certificateAge(null, now)).toBe('valid');
    expect(certificateAge('2026-11-01', now)).toBe('expiring');
    expect(certificateAge('2026-10-31', now)).toBe('expired');
    expect(certificateAge('2026-12-31', now)).toBe('expiring');
    expect(certificateAge('2027-01-01', now)).toBe('valid');
    expect(certificateAge('2026-11-01', dayEnd('2026-11-01') - 1)).toBe('expiring');
    expect(certificateAge('2026-11-01', dayEnd('2026-11-01'))).toBe('expired');
  });

  it('is asked of every type of company, and the needed ones are among those offered', () => {
    for (let type = 1; type <= 9; type += 1) {
      const asked = certificatesFor({ type, isPrivate: true });
      const needed = asked.filter((one) => one.needed).map(({ name }) => name);
      expect(needed).toEqual(expect.arrayContaining(['business_licence', 'mandate', 'mandate_identity']));
      expect(needed).toHaveLength(4);
    }
    const state = certificatesFor({ type: 7, isPrivate: false });
    expect(state.find(({ name }) => name === 'business_licence')?.needed).toBe(false);
  });
});

describe('a password', () => {
  it.each([
    ['aaaaaaaa', 'weak'],
    ['abcdefgh', 'weak'],
    ['abc12', 'weak'],
    ['abab1212', 'weak'],
    ['abcd1234', 'fair'],
    ['abcdefgh1234', 'strong'],
    ['Abcd#123', 'strong'],
  ] as const)('%s is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });
});
