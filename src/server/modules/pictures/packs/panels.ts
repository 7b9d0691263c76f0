import { drawing, line, round, widthOf } from '../drawing/svg.ts';
import { fitText, sizeWithin } from '../drawing/text-fit.ts';
import { emblem } from './emblems.ts';
import type { PackInfo } from './pack-info.ts';

const SIZE = 320;
const INK = '#2b3344';
const FAINT = '#6a7284';

/** The printed panels that a buyer turns the pack to: what it is for and how it is kept. */
export function sidePanel(info: PackInfo): string {
  const { palette } = info;
  const rows: [string, string][] = [
    [purposeTitle(info), info.indication],
    ['规格', info.spec],
    ['贮藏', info.storage],
  ];
  let y = 122;
  const text = rows
    .map(([title, content]) => {
      const lines = wrapped(content, 17);
      const drawn = `${line(`【${title}】`, 40, y, { size: 12.5, fill: palette.deep, weight: 700 })}${lines
        .map((row, index) => line(row, 46, y + 19 + index * 17, { size: 12.5, fill: INK }))
        .join('')}`;
      y += 30 + lines.length * 17;
      return drawn;
    })
    .join('');
  const room = { x: 42, y: 54, width: 188, height: 44, most: 19 };
  return panel(
    info,
    `${emblem(info, 262, 70, 48)}${fitText(info.name, room, { fill: palette.deep }).drawn}${text}`,
  );
}

function purposeTitle({ form, approval }: PackInfo): string {
  if (form === '医疗器械') return '适用范围';
  return form === '中药饮片' || approval.startsWith('国药准字Z') ? '功能主治' : '适应症';
}

/** The panel with the numbers: approval, maker, bar code. */
export function backPanel(info: PackInfo): string {
  const rows: [string, string][] = [
    ['品名', info.name],
    ['规格', info.spec],
    ['文号', info.approval],
    ['生产企业', info.maker],
  ];
  const text = rows
    .map(([title, content], index) => {
      const y = 72 + index * 27;
      const size = sizeWithin(content, 174, 12.5);
      return `${line(title, 42, y, { size: 12, fill: FAINT })}${line(content, 104, y, { size, fill: INK, weight: 600 })}<path d="M42 ${y + 9}H278" stroke="#dfe3ec"/>`;
    })
    .join('');
  return panel(
    info,
    `${text}${bars(info.barcode, 80, 186, 160, 50)}${line(info.barcode, 160, 251, { size: 12, fill: INK, anchor: 'middle', spacing: 2.4 })}${line('演示数据，不作用药依据', 160, 277, { size: 10.5, fill: FAINT, anchor: 'middle' })}`,
  );
}

function panel(info: PackInfo, body: string): string {
  const { palette } = info;
  return drawing(
    SIZE,
    SIZE,
    `${info.name} 包装文字`,
    `<rect x="26" y="26" width="270" height="272" rx="6" fill="#1b2540" opacity=".10"/><rect x="24" y="22" width="272" height="272" rx="6" fill="#fff"/><path d="M24 30a8 8 0 0 1 8-8h256a8 8 0 0 1 8 8v10H24z" fill="${palette.main}"/><path d="M24 40h92v4H24z" fill="${palette.accent}"/><rect x="24.500" y="22.500" width="271" height="271" rx="6" fill="none" stroke="#1b2540" stroke-opacity=".14"/>${body}`,
  );
}

/** Text cut into rows of at most `most` characters, three rows of it. */
function wrapped(text: string, most: number): string[] {
  const rows = [''];
  for (const character of text) {
    const row = rows.at(-1) ?? '';
    if (widthOf(row + character) > most) rows.push(character);
    else rows[rows.length - 1] = row + character;
  }
  return rows.slice(0, 3);
}

const LEFT_ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const PARITY = [
  'OOOOOO',
  'OOEOEE',
  'OOEEOE',
  'OOEEEO',
  'OEOOEE',
  'OEEOOE',
  'OEEEOO',
  'OEOEOE',
  'OEOEEO',
  'OEEOEO',
];

/** An EAN-13 bar code: a scanner reads the number below it. */
function bars(code: string, x: number, y: number, width: number, height: number): string {
  const digits = Array.from(code, Number);
  const inverted = (bits: string) => bits.replace(/./g, (bit) => (bit === '1' ? '0' : '1'));
  const parity = PARITY[digits[0] ?? 0] ?? '';
  const left = digits.slice(1, 7).map((digit, index) => {
    const odd = LEFT_ODD[digit] ?? '';
    return parity[index] === 'O' ? odd : Array.from(inverted(odd)).toReversed().join('');
  });
  const right = digits.slice(7).map((digit) => inverted(LEFT_ODD[digit] ?? ''));
  const bits = `101${left.join('')}01010${right.join('')}101`;
  const unit = width / bits.length;
  const runs = [...bits.matchAll(/1+/g)];
  const path = runs
    .map(
      ({ index, 0: run }) =>
        `M${round(x + index * unit)} ${y}h${(run.length * unit).toFixed(2)}v${height}h-${(run.length * unit).toFixed(2)}z`,
    )
    .join('');
  return `<path d="${path}" fill="${INK}"/>`;
}
