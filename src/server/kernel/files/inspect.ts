import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { inspectPdf } from './inspect-pdf.ts';

/** Result of the inspection of a file: its media type, or why it is refused. */
export type Inspection = { type: string } | { refused: 'unknown' | 'active' | 'huge' | 'unreadable' };

/**
 * Pixels of a picture at most. A good phone makes 50 million; a small file that unpacks to more is a decompression bomb.
 */
export const MAX_PIXELS = 60_000_000;

/** Pixels of one side at most: browsers render no larger ones. */
const MAX_SIDE = 16_000;

/** Markup inside a picture: a polyglot file could be run by a browser as a page. */
const MARKUP = /<(?:script|iframe|object|embed|foreignobject)[\s>/]|<!doctype\s+html|<html[\s>]|javascript:/i;

/** Determines the media type by the content, whatever the file is called; refuses unknown types and active content. */
export async function inspect(bytes: Uint8Array): Promise<Inspection> {
  const found = await fileTypeFromBuffer(bytes);
  if (!found) return { refused: 'unknown' };
  const { mime: type } = found;
  if (type === 'application/pdf') {
    const verdict = await inspectPdf(bytes);
    return verdict === 'passive' ? { type } : { refused: verdict };
  }
  if (MARKUP.test(Buffer.from(bytes).toString('latin1'))) return { refused: 'active' };
  if (type.startsWith('image/')) return isDrawable(bytes) ? { type } : { refused: 'huge' };
  return { type };
}

function isDrawable(bytes: Uint8Array): boolean {
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS;
  } catch {
    // A picture without a readable size cannot be shown either.
    return false;
  }
}
