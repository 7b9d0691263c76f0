import {
  type FontSlice,
  type FontWeight,
  loadSlice,
  shownAs,
  sliceOf,
} from '../../../kernel/fonts/slices.ts';
import { type DrawnText, replaceTexts } from './svg.ts';

/** Weights that are drawn in bold. */
const BOLD = 600;

const weightOf = ({ weight }: DrawnText): FontWeight => (weight >= BOLD ? 700 : 400);

/** The characters of a text as the font has them; undefined for one that it lacks. */
const charactersOf = ({ text }: DrawnText): (string | undefined)[] => Array.from(text, shownAs);

/** Slices by weight and name. */
type Slices = ReadonlyMap<string, FontSlice>;

const keyOf = (character: string, weight: FontWeight) => `${weight} ${sliceOf(character)}`;

/** The slices of the font that the texts of a drawing need; null when it lacks a character of them. */
async function slicesFor(svg: string): Promise<Slices | null> {
  const needed = new Map<string, Promise<FontSlice>>();
  let isWhole = true;
  replaceTexts(svg, (drawn) => {
    const weight = weightOf(drawn);
    for (const character of charactersOf(drawn)) {
      if (character === undefined) isWhole = false;
      else needed.set(keyOf(character, weight), loadSlice(sliceOf(character) ?? '', weight));
    }
    return '';
  });
  if (!isWhole) return null;
  return new Map(await Promise.all([...needed].map(async ([key, slice]) => [key, await slice] as const)));
}

function outline(drawn: DrawnText, slices: Slices): string {
  const { x, y, size, anchor, fill, spacing, opacity } = drawn;
  const weight = weightOf(drawn);
  let along = 0;
  const glyphs = charactersOf(drawn).map((character = '') => {
    const font = slices.get(keyOf(character, weight))?.font;
    if (!font) throw new Error(`no font for ${character}`);
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    const scale = size / font.unitsPerEm;
    const path = glyph.path.toSVG();
    const at = along;
    along += glyph.advanceWidth * scale + spacing;
    return path && `<path transform="translate(${at} 0) scale(${scale} ${-scale})" d="${path}"/>`;
  });
  const before = { start: 0, middle: along / 2, end: along }[anchor];
  return `<g transform="translate(${x - before} ${y})" fill="${fill}" opacity="${opacity}">${glyphs.join('')}</g>`;
}

/**
 * A drawing whose texts are outlines of their glyphs: it looks the same on a machine without a Chinese font. Null when the
 * font lacks one of its characters, which the fonts of a browser may have.
 */
export async function outlineTexts(svg: string): Promise<string | null> {
  const slices = await slicesFor(svg);
  return slices && replaceTexts(svg, (drawn) => outline(drawn, slices));
}
