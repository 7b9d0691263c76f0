import { degrees, grayscale, PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { type EmbeddedFonts, embedFonts } from './embedded-fonts.ts';
import { A4, type LineMark, type Mark, type TextMark } from './marks.ts';

/** Font size in points of a text that does not fit on one line. */
const SMALL_SIZE = 7;

const MAX_LINES = 2;

/** In units of the font size. */
const LINE_HEIGHT = 1.3;

const ELLIPSIS = '…';

/** Draws marks on one page and embeds the glyphs that it uses. */
export async function drawPage(marks: readonly Mark[]): Promise<Uint8Array> {
  /* Without dates the output is deterministic. */
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setLanguage('zh-CN');
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? mark.text : []));
  const fonts = await embedFonts(document, [...texts, ELLIPSIS].join(''));
  const page = document.addPage([A4.width, A4.height]);
  for (const mark of marks) {
    if (mark.kind === 'text') drawText(page, fonts, mark);
    else drawLine(page, mark);
  }
  return document.save();
}

function drawLine(page: PDFPage, { from, to }: LineMark): void {
  page.drawLine({
    start: { x: from.x, y: A4.height - from.y },
    end: { x: to.x, y: A4.height - to.y },
    thickness: 0.6,
    color: grayscale(0.45),
  });
}

function drawText(page: PDFPage, fonts: EmbeddedFonts, mark: TextMark): void {
  const { lines, size } = fit(fonts, mark);
  const leading = size * LINE_HEIGHT;
  const angle = (mark.turn * Math.PI) / 180;
  for (const [row, text] of lines.entries()) {
    let along = mark.align === 'center' ? -fonts.widthOf(text, size) / 2 : 0;
    const below = mark.y + (row - (lines.length - 1) / 2) * leading;
    for (const run of fonts.runsOf(text)) {
      page.drawText(run.text, {
        x: mark.x + along * Math.cos(angle),
        y: A4.height - below + along * Math.sin(angle),
        size,
        font: run.font,
        color: grayscale(mark.grey),
        rotate: degrees(mark.turn),
      });
      along += run.font.widthOfTextAtSize(run.text, size);
    }
  }
}

/** Fits a text into its width: what is too wide is wrapped in a smaller size, and truncated with … where that is not enough. */
function fit(fonts: EmbeddedFonts, { text, size, maxWidth }: TextMark): { lines: string[]; size: number } {
  if (fonts.widthOf(text, size) <= maxWidth) return { lines: [text], size };
  const lines: string[] = [];
  let rest = Array.from(text);
  while (rest.length > 0 && lines.length < MAX_LINES) {
    const isLast = lines.length === MAX_LINES - 1;
    const line = [...rest];
    const ending = () => (isLast && line.length < rest.length ? ELLIPSIS : '');
    while (line.length > 1 && fonts.widthOf(`${line.join('')}${ending()}`, SMALL_SIZE) > maxWidth) line.pop();
    lines.push(`${line.join('')}${ending()}`);
    rest = rest.slice(line.length);
  }
  return { lines, size: SMALL_SIZE };
}
