import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { inspectPdf } from './inspect-pdf.ts';

/** What was found in a file: its type, or why it is not taken. */
export type Found = { type: string } | { refused: 'unknown' | 'active' | 'huge' | 'unreadable' };

/**
 * Pixels of a picture at most. A good phone makes 50 million; a small file that unpacks to more is meant to fill a
 * memory.
 */
const MOST_PIXELS = 60_000_000;

/** Pixels of one side at most: browsers draw no larger ones. */
const LONGEST_SIDE = 16_000;

/** Markup inside a picture or document: a file that is two things at once is meant for somebody's browser. */
const MARKUP = /<(?:script|iframe|object|embed|foreignobject)[\s>/]|<!doctype\s+html|<html[\s>]|javascript:/i;

/** The media type by the content, whatever the file is called; refused is what is no known type or could act. */
export async function inspect(bytes: Uint8Array): Promise<Found> {
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
    return (
      width > 0 && height > 0 && Math.max(width, height) <= LONGEST_SIDE && width * height <= MOST_PIXELS
    );
  } catch {
    // A picture that does not tell its size cannot be shown either.
    return false;
  }
}
