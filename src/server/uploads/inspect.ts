import { fileTypeFromBuffer } from 'file-type';

/** Words of PDF that make a file do something when it is opened. */
const ACTIVE_PDF = /\/(?:JavaScript|JS|Launch|EmbeddedFile)\b/;

/** The media type by the content, whatever the file is called; null for what is none of these types or could act. */
export async function typeByContent(bytes: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  if (!found) return null;
  if (found.mime === 'application/pdf' && ACTIVE_PDF.test(Buffer.from(bytes).toString('latin1'))) return null;
  return found.mime;
}
