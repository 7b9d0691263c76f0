/** How hard a password is to guess. */
export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Kinds of signs that a password is made of. */
const SIGNS = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/];

/** Letters that a member's password has at least. */
const PASSWORD_LENGTH = 8;

/** By length and the kinds of signs; a weak one is not taken. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = SIGNS.filter((sign) => sign.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < PASSWORD_LENGTH || kinds < 2 || distinct < 5) return 'weak';
  return password.length >= 12 || kinds >= 3 ? 'strong' : 'fair';
}
