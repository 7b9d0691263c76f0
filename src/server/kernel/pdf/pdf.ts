import type { Mark, TextMark } from './marks.ts';
import { drawInThread } from './worker.ts';

type TextOptions = Partial<Pick<TextMark, 'size' | 'grey' | 'turn' | 'align' | 'maxWidth'>>;

/** Points of a table's rows and cells. */
const ROW = { height: 24, baseline: 16, padding: 5, size: 9 };

/** One A4 page of Chinese text and lines, in points, `y` counted from the top. */
export class PdfPage {
  readonly #marks: Mark[] = [];

  /** Draws a text that begins at `x`, or is centred there. */
  text(
    x: number,
    y: number,
    text: string,
    { size = 10, grey = 0, turn = 0, align = 'left', maxWidth = Number.POSITIVE_INFINITY }: TextOptions = {},
  ): this {
    this.#marks.push({ kind: 'text', x, y, text, size, grey, turn, align, maxWidth });
    return this;
  }

  line(x1: number, y1: number, x2: number, y2: number): this {
    this.#marks.push({ kind: 'line', from: { x: x1, y: y1 }, to: { x: x2, y: y2 } });
    return this;
  }

  /** Draws a table with rows of equal height; returns the `y` below it. */
  table(x: number, y: number, widths: readonly number[], rows: readonly (readonly string[])[]): number {
    const { height, baseline, padding, size } = ROW;
    const right = x + widths.reduce((sum, width) => sum + width, 0);
    const bottom = y + rows.length * height;
    for (let row = 0; row <= rows.length; row += 1) this.line(x, y + row * height, right, y + row * height);
    let left = x;
    for (const [at, width] of widths.entries()) {
      this.line(left, y, left, bottom);
      for (const [row, cells] of rows.entries()) {
        const maxWidth = width - 2 * padding;
        this.text(left + padding, y + row * height + baseline, cells[at] ?? '', { size, maxWidth });
      }
      left += width;
    }
    this.line(right, y, right, bottom);
    return bottom;
  }

  /** The PDF file: the same bytes for the same content. */
  bytes(): Promise<Uint8Array> {
    return drawInThread(this.#marks);
  }
}
