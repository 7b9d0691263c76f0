import { degrees, grayscale, PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { fillTypeCase, type TypeCase } from './embedded-fonts.ts';
import { A4, type LineMark, type Mark, type TextMark } from './marks.ts';

/** Points of the type of a text that does not fit on one line of its room. */
const SMALL = 7;

const MOST_LINES = 2;

/** Of the size of the type. */
const LINE_HEIGHT = 1.3;

const ELLIPSIS = '…';

/** Draws marks on one page, with the glyphs that it uses embedded. */
export async function drawPage(marks: readonly Mark[]): Promise<Uint8Array> {
  /* Without dates the same marks make the same bytes. */
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setLanguage('zh-CN');
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? mark.text : []));
  const typeCase = await fillTypeCase(document, [...texts, ELLIPSIS].join(''));
  const page = document.addPage([A4.width, A4.height]);
  for (const mark of marks) {
    if (mark.kind === 'text') drawText(page, typeCase, mark);
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

function drawText(page: PDFPage, typeCase: TypeCase, mark: TextMark): void {
  const { lines, size } = fit(typeCase, mark);
  const leading = size * LINE_HEIGHT;
  const angle = (mark.turn * Math.PI) / 180;
  for (const [row, text] of lines.entries()) {
    let along = mark.align === 'center' ? -typeCase.widthOf(text, size) / 2 : 0;
    const below = mark.y + (row - (lines.length - 1) / 2) * leading;
    for (const run of typeCase.runsOf(text)) {
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

/** A text as it fits into its room: what is too wide stands in smaller lines, and ends in … where these are full. */
function fit(typeCase: TypeCase, { text, size, room }: TextMark): { lines: string[]; size: number } {
  if (typeCase.widthOf(text, size) <= room) return { lines: [text], size };
  const lines: string[] = [];
  let rest = Array.from(text);
  while (rest.length > 0 && lines.length < MOST_LINES) {
    const isLast = lines.length === MOST_LINES - 1;
    const line = [...rest];
    const ending = () => (isLast && line.length < rest.length ? ELLIPSIS : '');
    while (line.length > 1 && typeCase.widthOf(`${line.join('')}${ending()}`, SMALL) > room) line.pop();
    lines.push(`${line.join('')}${ending()}`);
    rest = rest.slice(line.length);
  }
  return { lines, size: SMALL };
}
