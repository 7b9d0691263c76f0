import type { Fen } from './money.ts';

const DIGITS = Array.from('零壹贰叁肆伍陆柒捌玖');
/** Within four digits, and between groups of four. */
const DIGIT_UNITS = ['', '拾', '佰', '仟'];
const GROUPS = ['', '万', '亿', '万亿'];

/**
 * An amount in the capital figures of Chinese receipts, which nobody can add a stroke to: 120305 fen are
 * 壹仟贰佰零叁元零伍分, 100 are 壹元整. A negative amount begins with 负.
 */
export function capitalYuan(fen: Fen): string {
  const whole = Math.abs(Math.trunc(fen));
  const [yuan, jiao, cents] = [Math.floor(whole / 100), Math.floor(whole / 10) % 10, whole % 10];
  const sign = fen < 0 ? '负' : '';
  const head = yuan === 0 ? '' : `${capitalInteger(yuan)}元`;
  if (jiao === 0 && cents === 0) return `${sign}${head || '零元'}整`;
  const gap = jiao === 0 && yuan > 0 ? '零' : '';
  const tail = `${jiao === 0 ? gap : `${DIGITS[jiao]}角`}${cents === 0 ? '整' : `${DIGITS[cents]}分`}`;
  return sign + head + tail;
}

/** Zeros between figures are said once, and none at the end of a group. */
function capitalInteger(number: number): string {
  const digits = Array.from(String(number), Number);
  let text = '';
  let zero = false;
  let group = false;
  for (const [index, digit] of digits.entries()) {
    const position = digits.length - 1 - index;
    if (digit === 0) zero = true;
    else {
      text += `${zero ? '零' : ''}${DIGITS[digit]}${DIGIT_UNITS[position % 4]}`;
      zero = false;
      group = true;
    }
    if (position % 4 === 0 && position > 0) {
      if (group) text += GROUPS[position / 4];
      group = false;
    }
  }
  return text;
}
