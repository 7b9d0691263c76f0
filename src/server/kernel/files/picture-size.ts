import type Sharp from 'sharp';
import { MAX_PIXELS } from './inspect.ts';

/** `own`: the format of the upload itself. */
export type PictureFormat = 'avif' | 'webp' | 'own';

export const PICTURE_FORMATS: readonly PictureFormat[] = ['avif', 'webp', 'own'];

/** Seconds for one picture; the largest that is accepted takes a small part of them. */
const SECONDS = 15;

const WEBP = { quality: 78 };

let loading: Promise<typeof Sharp> | undefined;

/** The library, loaded with the first picture. */
function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // One thread a picture: encoding must leave the other processors to the requests.
    sharp.concurrency(1);
    // The results are stored; decoded pictures are not asked for again.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/** The best format that the browser accepts; a mere wildcard says nothing about AVIF. */
export function formatFor(accept: string | undefined): PictureFormat {
  const types = (accept ?? '').split(',').map((type) => type.trim());
  const accepts = (type: string) =>
    types.some((one) => one === type || (one.startsWith(`${type};`) && !/;\s*q=0(?:\.0*)?$/.test(one)));
  if (accepts('image/avif')) return 'avif';
  return accepts('image/webp') ? 'webp' : 'own';
}

/**
 * A picture at this width in px at most, upright and without its metadata; null for what cannot be made smaller: an
 * animation, a damaged picture, one that unpacks to too many pixels or takes too long.
 */
export async function resizePicture(
  bytes: Uint8Array,
  width: number,
  format: PictureFormat,
): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    if (((await picture.metadata()).pages ?? 1) > 1) return null;
    const sized = picture.autoOrient().resize({ width, withoutEnlargement: true });
    sized.timeout({ seconds: SECONDS });
    if (format === 'avif') sized.avif({ quality: 55, effort: 3 });
    if (format === 'webp') sized.webp(WEBP);
    return await sized.toBuffer();
  } catch {
    return null;
  }
}

/**
 * A drawing as a picture of this width in px. WebP: AVIF would be a quarter smaller, and take four times as long for something
 * that the first reader waits for.
 * @param svg without texts: which fonts a machine has is not known
 */
export async function rasterise(svg: string, width: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const bytes = Buffer.from(svg);
  const { width: own, density = 72 } = await sharp(bytes).metadata();
  return sharp(bytes, { density: (density * width) / own })
    .resize({ width })
    .webp(WEBP)
    .toBuffer();
}
