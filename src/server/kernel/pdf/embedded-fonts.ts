import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import { type FontSlice, loadSlice, REPLACEMENT, sliceOf } from './font.ts';

/** A piece of text whose glyphs are in one embedded font. */
interface Run {
  text: string;
  font: PDFFont;
}

/** The embedded fonts of one document. */
export interface TypeCase {
  runsOf(text: string): Run[];
  /** Points. */
  widthOf(text: string, size: number): number;
}

/** Embeds what the text needs of the font: of each of its slices, the glyphs that will be drawn. */
export async function fillTypeCase(document: PDFDocument, text: string): Promise<TypeCase> {
  const fonts = new Map<string, PDFFont>();
  for (const name of new Set(split(text).map(({ slice }) => slice))) {
    fonts.set(name, await embed(document, await loadSlice(name)));
  }
  const runsOf = (piece: string) =>
    split(piece).flatMap((run) => {
      const font = fonts.get(run.slice);
      return font ? { text: run.text, font } : [];
    });
  const widthOf = (piece: string, size: number) =>
    runsOf(piece).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0);
  return { runsOf, widthOf };
}

/** A slice is parsed once in a process; the document's own subset of it begins empty. */
function embed(document: PDFDocument, slice: FontSlice): Promise<PDFFont> {
  document.registerFontkit({ create: () => slice.face });
  return document.embedFont(new Uint8Array(), { subset: true, customName: slice.name });
}

/** Neighbours of one slice together. What the font does not have becomes a box, and what is no sign a space. */
function split(text: string): { slice: string; text: string }[] {
  const runs: { slice: string; text: string }[] = [];
  for (const sign of text.replaceAll(/\p{Cc}/gu, ' ')) {
    const known = sliceOf(sign) === undefined ? REPLACEMENT : sign;
    const slice = sliceOf(known) ?? '';
    const last = runs.at(-1);
    if (last?.slice === slice) last.text += known;
    else runs.push({ slice, text: known });
  }
  return runs;
}
