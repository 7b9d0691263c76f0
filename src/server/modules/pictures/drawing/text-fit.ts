import { balance, line, type TextStyle, widthOf } from './svg.ts';

/** From one baseline to the next, in ems. */
const LEADING = 1.18;

/** What a line takes above and below its baseline, in ems. */
export const ASCENT = 0.88;
export const DESCENT = 0.12;

/** Where a text may stand. */
export interface TextArea {
  x: number;
  /** Its top. */
  y: number;
  width: number;
  height: number;
  /** The largest size of its letters. */
  most: number;
}

/** A text as it stands, and where it ends below. */
export interface PlacedText {
  drawn: string;
  bottom: number;
}

const heightOf = (rows: number) => (rows - 1) * LEADING + 1;

/** The rows that let a text be largest in its room: one where that is no smaller than two. */
function rowsFor(text: string, { width, height, most }: TextArea): { rows: string[]; size: number } {
  const whole = widthOf(text);
  const ways = [1, 2, 3].map((count) => {
    const rows = balance(text, whole / count + 0.01);
    const widest = Math.max(...rows.map(widthOf));
    return { rows, size: Math.min(most, width / widest, height / heightOf(rows.length)) };
  });
  return ways.reduce((best, way) => (way.size > best.size * 1.05 ? way : best));
}

type Look = Pick<TextStyle, 'fill' | 'weight' | 'opacity'>;

/** Letters that are as large as the room allows, from its top and left. */
export function fitText(text: string, room: TextArea, look: Look): PlacedText {
  const { rows, size } = rowsFor(text, room);
  const drawn = rows
    .map((row, index) =>
      line(row, room.x, room.y + size * (ASCENT + index * LEADING), { size, weight: 700, ...look }),
    )
    .join('');
  return { drawn, bottom: room.y + size * heightOf(rows.length) };
}

/** The same in the middle of the room. */
export function fitCentred(text: string, room: TextArea, look: Look): string {
  const { rows, size } = rowsFor(text, room);
  const top = room.y + (room.height - size * heightOf(rows.length)) / 2;
  const middle = room.x + room.width / 2;
  return rows
    .map((row, index) =>
      line(row, middle, top + size * (ASCENT + index * LEADING), {
        size,
        weight: 700,
        anchor: 'middle',
        ...look,
      }),
    )
    .join('');
}

/** The size at which one line is no wider than this. */
export const sizeWithin = (text: string, width: number, most: number): number =>
  Math.min(most, width / Math.max(1, widthOf(text)));
