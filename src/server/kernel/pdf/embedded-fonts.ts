import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import { type FontSlice, loadSlice, shownAs, sliceOf } from '../fonts/slices.ts';

/** Replaces a character that the font does not have. */
const REPLACEMENT = '□';

/** A run of text whose glyphs are in one embedded font. */
interface TextRun {
  text: string;
  font: PDFFont;
}

/** The embedded fonts of one document. */
export interface EmbeddedFonts {
  runsOf(text: string): TextRun[];
  /** Points. */
  widthOf(text: string, size: number): number;
}

/** Embeds the glyphs that the text needs, of each slice of the font. */
export async function embedFonts(document: PDFDocument, text: string): Promise<EmbeddedFonts> {
  const fonts = new Map<string, PDFFont>();
  for (const name of new Set(split(text).map(({ slice }) => slice))) {
    fonts.set(name, await embed(document, await loadSlice(name, 400)));
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

/** Embeds a slice; glyphs are added to the subset as they are drawn. */
function embed(document: PDFDocument, slice: FontSlice): Promise<PDFFont> {
  document.registerFontkit({ create: () => slice.font });
  return document.embedFont(new Uint8Array(), { subset: true, customName: slice.name });
}

/** Splits a text into runs of one slice. Characters that the font lacks become a box, control characters a space. */
function split(text: string): { slice: string; text: string }[] {
  const runs: { slice: string; text: string }[] = [];
  for (const character of text.replaceAll(/\p{Cc}/gu, ' ')) {
    const known = shownAs(character) ?? REPLACEMENT;
    const slice = sliceOf(known) ?? '';
    const last = runs.at(-1);
    if (last?.slice === slice) last.text += known;
    else runs.push({ slice, text: known });
  }
  return runs;
}
