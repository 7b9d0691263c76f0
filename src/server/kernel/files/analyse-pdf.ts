import { PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import type { PdfVerdict } from './inspect-pdf.ts';
import { PdfFindings } from './pdf-findings.ts';
import { PdfReader } from './pdf-reader.ts';

/** The header of an object (`7 0 obj`) or of a trailer; white space may hold comments. */
const OBJECT_HEADER =
  /(?:\d(?:[\0\s]|%[^\r\n]*[\r\n])+\d+(?:[\0\s]|%[^\r\n]*[\r\n])*obj|trailer(?:[\0\s]|%[^\r\n]*[\r\n])*<<)/g;

/** Determines whether a PDF holds active content. May take long, and much memory. */
export async function analysePdf(bytes: Uint8Array): Promise<PdfVerdict> {
  try {
    return await analyse(bytes);
  } catch {
    // What the library cannot read was not analysed.
    return 'unreadable';
  }
}

async function analyse(bytes: Uint8Array): Promise<PdfVerdict> {
  const findings = new PdfFindings();
  const reader = new PdfReader(bytes, findings);
  const context = await reader.parseDocument();
  if (findings.isActive) return 'active';
  // Objects within a stream, a string or a comment: a cross-reference table may still lead a reader to them.
  if (countObjectHeaders(bytes) > reader.objects + reader.trailers) return 'unreadable';
  if (findings.isEncrypted)
    return analyseEncrypted(bytes, { objects: reader.objects, tables: findings.tables });
  if (findings.isUnclear || findings.broken.size > 0) return 'unreadable';
  return findings.hasAutomaticAction(context) ? 'active' : 'passive';
}

/**
 * Analyses an encrypted file. One that only restricts changes or printing can be read with an empty password.
 * `seen`: the objects of the encrypted file. Its tables are not encrypted, so the library damages them by decrypting.
 */
async function analyseEncrypted(
  bytes: Uint8Array,
  seen: { objects: number; tables: ReadonlySet<PDFRef> },
): Promise<PdfVerdict> {
  const { context } = await PDFDocument.load(bytes, { password: '', updateMetadata: false });
  if (!context.isDecrypted) return 'unreadable';
  const objects = context.enumerateIndirectObjects();
  const findings = new PdfFindings();
  for (const [ref, object] of objects) findings.onObject(ref, object);
  if (findings.isActive) return 'active';
  if (findings.isUnclear || findings.broken.values().some((ref) => !seen.tables.has(ref)))
    return 'unreadable';
  // Fewer than in the file: one number has several objects, of which the library kept the last.
  if (objects.length < seen.objects + findings.packed) return 'unreadable';
  return findings.hasAutomaticAction(context) ? 'active' : 'passive';
}

const countObjectHeaders = (bytes: Uint8Array) =>
  [...Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').matchAll(OBJECT_HEADER)]
    .length;
