import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every app supports: SHA-1, six digits, a new code every 30 seconds. */
const PERIOD = 30;

/** Codes before and after the present one that are accepted too: clocks of phones differ. */
const DRIFT = 1;

/** 160 bits, as RFC 4226 recommends, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: PERIOD });

/** The `otpauth:` URI that an app scans. */
export function enrolmentUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, issuer, label).toString();
}

/** The time step of this code, near the present one; null when the code is wrong. */
export function stepOf(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now * 1000, window: DRIFT });
  return delta === null ? null : Math.floor(now / PERIOD) + delta;
}
