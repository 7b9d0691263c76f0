/** GB 32100-2015: digits and capital letters without I, O, S, V and Z, each worth its index in this row. */
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
