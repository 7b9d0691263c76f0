/** domain §1 `company_type` */
export const COMPANY_TYPES: Readonly<Record<number, string>> = {
  1: '单体药店',
  2: '连锁总部',
  3: '连锁直营店',
  4: '连锁加盟店',
  5: '诊所',
  6: '卫生室/卫生院/社区',
  7: '医院',
  8: '批发企业',
  9: '器械经营企业',
};

/** GB 32100-2015: digits and capital letters without I, O, S, V and Z, each worth its place in this row. */
const CODE_SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const CODE_LENGTH = 18;

/** 统一社会信用代码: 18 signs, of which the last proves the others (weights are powers of 3, modulo 31). */
export function isCreditCode(text: string): boolean {
  if (text.length !== CODE_LENGTH) return false;
  const values = Array.from(text, (sign) => CODE_SIGNS.indexOf(sign));
  if (values.includes(-1)) return false;
  let weight = 1;
  let sum = 0;
  for (const value of values.slice(0, -1)) {
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return values.at(-1) === (31 - (sum % 31)) % 31;
}

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
