import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with what every app knows: SHA-1, six digits, a new code every 30 seconds. */
const PERIOD = 30;

/** Codes before and after the present one that are taken as well: clocks of phones differ. */
const DRIFT = 1;

/** 160 bits, as RFC 4226 recommends, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: PERIOD });

/** What an app scans to take the secret over. */
export function enrolmentUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, issuer, label).toString();
}

/** The time step whose code this is, around the present one; null when it is none. */
export function stepOf(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now * 1000, window: DRIFT });
  return delta === null ? null : Math.floor(now / PERIOD) + delta;
}
