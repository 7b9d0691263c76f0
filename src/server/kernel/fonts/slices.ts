import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import ranges from '@fontsource-variable/noto-sans-sc/unicode.json' with { type: 'json' };
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';

/** One file of the font, with a part of its characters, in one weight. */
export interface FontSlice {
  /** The name of the font, as a PDF has it. */
  name: string;
  font: Font;
}

/** What the font has in the place of what it has not, and looks the same. */
const SAME_LOOK: ReadonlyMap<string, string> = new Map([
  ['\u03bc', '\u00b5'], // The Greek letter of 50 μg, and the sign for micro.
]);

/** The weights that are used, as CSS counts them. */
export type FontWeight = 400 | 700;

const WEIGHT_NAMES = { 400: 'Regular', 700: 'Bold' } as const;

const { resolve } = createRequire(import.meta.url);

/** Slice -> its code points. The package splits the font into about a hundred files by frequency of use. */
const SLICES = new Map(
  Object.entries(ranges).map(([name, list]) => [
    name.replaceAll(/[[\]]/g, ''),
    list.split(',').flatMap(codePointsIn),
  ]),
);

/** Code point -> slice. */
const SLICE_OF = new Map<number, string>();
for (const [name, codePoints] of SLICES) {
  for (const one of codePoints) if (!SLICE_OF.has(one)) SLICE_OF.set(one, name);
}

/** `U+4e00-4e03` or `U+4e00` */
function codePointsIn(range: string): number[] {
  const [first = 0, last = first] = range
    .slice('U+'.length)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The slice that has this character. */
export const sliceOf = (character: string) => SLICE_OF.get(character.codePointAt(0) ?? 0);

/** A character as the font can show it; undefined when it cannot. */
export function shownAs(character: string): string | undefined {
  const shown = SAME_LOOK.get(character) ?? character;
  return sliceOf(shown) === undefined ? undefined : shown;
}

const loaded = new Map<string, Promise<FontSlice>>();

/** Loads a slice in a weight, once in a thread. */
export function loadSlice(name: string, weight: FontWeight): Promise<FontSlice> {
  const key = `${WEIGHT_NAMES[weight]}-${name}`;
  const slice = loaded.get(key) ?? unpack(name, weight);
  loaded.set(key, slice);
  return slice;
}

async function unpack(name: string, weight: FontWeight): Promise<FontSlice> {
  const file = resolve(`@fontsource-variable/noto-sans-sc/files/noto-sans-sc-${name}-wght-normal.woff2`);
  const text = String.fromCodePoint(...(SLICES.get(name) ?? []));
  const font = create(
    await subsetFont(await readFile(file), text, {
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
    }),
  );
  if (!('createSubset' in font)) throw new Error(`${file} is a collection of fonts`);
  return { name: `NotoSansSC-${WEIGHT_NAMES[weight]}-${name}`, font };
}
