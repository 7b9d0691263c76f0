/** Fonts that a machine with Chinese text has; an SVG shown as a picture cannot bring its own. */
const FONT =
  "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC','Source Han Sans SC','WenQuanYi Zen Hei',sans-serif";

/** Text for an SVG: what a database holds must not become markup. */
function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Numbers with at most one decimal: what a screen can show. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export interface TextStyle {
  size: number;
  fill: string;
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
  spacing?: number;
  opacity?: number;
}

/** One line of text on its baseline. */
export function line(text: string, x: number, y: number, style: TextStyle): string {
  const { size, fill, weight = 400, anchor = 'start', spacing = 0, opacity = 1 } = style;
  const more = `${spacing ? ` letter-spacing="${spacing}"` : ''}${opacity < 1 ? ` opacity="${opacity}"` : ''}`;
  return `<text x="${round(x)}" y="${round(y)}" font-size="${round(size)}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}"${more}>${escapeText(text)}</text>`;
}

/** A text of a drawing, as `line` has written it. */
export interface DrawnText extends Required<TextStyle> {
  text: string;
  x: number;
  y: number;
}

const DRAWN = new RegExp(
  [
    '<text x="([^"]*)" y="([^"]*)" font-size="([^"]*)" font-weight="([^"]*)" text-anchor="([^"]*)" fill="([^"]*)"',
    '(?: letter-spacing="([^"]*)")?(?: opacity="([^"]*)")?>([^<]*)</text>',
  ].join(''),
  'g',
);

const readText = (written: string): string =>
  written.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** A drawing with something else in the place of each of its texts. */
export const replaceTexts = (svg: string, replace: (drawn: DrawnText) => string): string =>
  svg.replace(DRAWN, (_, ...[x, y, size, weight, anchor, fill, spacing, opacity, text]: string[]) =>
    replace({
      x: Number(x),
      y: Number(y),
      size: Number(size),
      weight: Number(weight),
      anchor: anchor as DrawnText['anchor'],
      fill: fill ?? '',
      spacing: Number(spacing ?? 0),
      opacity: Number(opacity ?? 1),
      text: readText(text ?? ''),
    }),
  );

/**
 * Widths in ems of what is no Chinese character, as wide as it is in bold in any usual font; the first that matches.
 */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[^ -~]/, 1],
  [/[mwMW%@&]/, 0.96],
  [/[A-Z]/, 0.78],
  [/[ijlI.,:;'|!()[\]/ -]/, 0.42],
  [/./, 0.62],
];

/** How wide a text is in ems, at most: the reader's fonts are not known here. */
export function widthOf(text: string): number {
  return Array.from(text).reduce(
    (sum, character) => sum + (WIDTHS.find(([which]) => which.test(character))?.[1] ?? 1),
    0,
  );
}

/** A text broken into lines of about equal width, none wider than `most` ems. Latin runs stay whole. */
export function balance(text: string, most: number): string[] {
  const parts = text.match(/[(（][^)）]*[)）]|[\x21-\x7e]+|./gu) ?? [];
  const total = widthOf(text);
  const rows = Math.max(1, Math.ceil(total / most));
  const aim = total / rows;
  const lines = [''];
  for (const part of parts) {
    const current = lines.at(-1) ?? '';
    const full = current !== '' && widthOf(current) + widthOf(part) / 2 > aim && lines.length < rows;
    if (full) lines.push(part);
    else lines[lines.length - 1] = current + part;
  }
  return lines;
}

/** A whole drawing. */
export function drawing(width: number, height: number, title: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${FONT}"><title>${escapeText(title)}</title>${body}</svg>`;
}
