import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import ranges from '@fontsource-variable/noto-sans-sc/unicode.json' with { type: 'json' };
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';

/** One file of the font, with a part of its characters. */
export interface FontSlice {
  /** The font name in the PDF. */
  name: string;
  font: Font;
}

/** Replaces a character that the font does not have. */
export const REPLACEMENT = '□';

/** Weight of the variable font: regular. */
const WEIGHT = 400;

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

const loaded = new Map<string, Promise<FontSlice>>();

/** Loads a slice in regular weight, once in a process. */
export function loadSlice(name: string): Promise<FontSlice> {
  const slice = loaded.get(name) ?? unpack(name);
  loaded.set(name, slice);
  return slice;
}

async function unpack(name: string): Promise<FontSlice> {
  const file = resolve(`@fontsource-variable/noto-sans-sc/files/noto-sans-sc-${name}-wght-normal.woff2`);
  const text = String.fromCodePoint(...(SLICES.get(name) ?? []));
  const font = create(
    await subsetFont(await readFile(file), text, {
      targetFormat: 'truetype',
      variationAxes: { wght: WEIGHT },
    }),
  );
  if (!('createSubset' in font)) throw new Error(`${file} is a collection of fonts`);
  return { name: `NotoSansSC-Regular-${name}`, font };
}
