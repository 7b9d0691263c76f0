/** Points (1/72 inch) of an A4 page. */
const A4 = { width: 595, height: 842 };

interface TextOptions {
  size?: number;
  /** 0 black to 1 white. */
  grey?: number;
  /** Degrees, counter-clockwise around the text's beginning. */
  turn?: number;
}

/**
 * One A4 page of Chinese text and lines as a PDF, `y` counted from the top. The font is not embedded: it is named by the
 * standard's predefined character map (UniGB-UTF16-H), for which every reader brings a face of its own; so a page takes
 * 3 kB and the shop ships no font.
 */
export class PdfPage {
  readonly #marks: string[] = [];

  text(x: number, y: number, text: string, { size = 10, grey = 0, turn = 0 }: TextOptions = {}): this {
    const angle = (turn * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)].map(fixed);
    const place = `${cos} ${sin} ${fixed(-Math.sin(angle))} ${cos} ${fixed(x)} ${fixed(A4.height - y)}`;
    const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
    this.#marks.push(`BT ${grey} g /F1 ${size} Tf ${place} Tm <${hex}> Tj ET`);
    return this;
  }

  line(x1: number, y1: number, x2: number, y2: number, width = 0.6): this {
    const [from, to] = [A4.height - y1, A4.height - y2];
    this.#marks.push(`${width} w 0.45 G ${fixed(x1)} ${fixed(from)} m ${fixed(x2)} ${fixed(to)} l S`);
    return this;
  }

  /** A table with rows of equal height; answers the `y` below it. */
  table(x: number, y: number, widths: readonly number[], rows: readonly (readonly string[])[]): number {
    const height = 24;
    const right = x + widths.reduce((sum, width) => sum + width, 0);
    const bottom = y + rows.length * height;
    for (let row = 0; row <= rows.length; row += 1) this.line(x, y + row * height, right, y + row * height);
    let left = x;
    for (const [at, width] of [...widths, 0].entries()) {
      this.line(left, y, left, bottom);
      for (const [row, cells] of rows.entries()) {
        this.text(left + 5, y + row * height + 16, clipped(cells[at] ?? '', width - 8), { size: 9 });
      }
      left += width;
    }
    return bottom;
  }

  /** The finished file. */
  bytes(): Uint8Array {
    const content = this.#marks.join('\n');
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [6 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 5 >> /FontDescriptor 7 0 R /DW 1000 /W [1 95 500 814 939 500] >>',
      '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    ];
    let file = '%PDF-1.7\n';
    const offsets = objects.map((object, index) => {
      const offset = file.length;
      file += `${index + 1} 0 obj\n${object}\nendobj\n`;
      return offset;
    });
    const count = objects.length + 1;
    const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const start = file.length;
    file += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
    return new Uint8Array(Buffer.from(file, 'latin1'));
  }
}

const fixed = (value: number) => Number(value.toFixed(2));

/** What fits into so many points at 9 points a Chinese character, and half of it a Latin one. */
function clipped(text: string, width: number): string {
  let left = width;
  let shown = '';
  for (const char of text) {
    left -= char.charCodeAt(0) < 256 ? 4.5 : 9;
    if (left < 0) return `${shown.slice(0, -1)}…`;
    shown += char;
  }
  return shown;
}
