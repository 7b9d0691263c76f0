import { PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import type { PdfVerdict } from './inspect-pdf.ts';
import { PdfFindings } from './pdf-findings.ts';
import { PdfReader } from './pdf-reader.ts';

/** Where an object (`7 0 obj`) or a trailer begins; white space may hold comments. */
const BEGINNING =
  /(?:\d(?:[\0\s]|%[^\r\n]*[\r\n])+\d+(?:[\0\s]|%[^\r\n]*[\r\n])*obj|trailer(?:[\0\s]|%[^\r\n]*[\r\n])*<<)/g;

/** What a PDF could do. May take long, and much memory. */
export async function judgePdf(bytes: Uint8Array): Promise<PdfVerdict> {
  try {
    return await judge(bytes);
  } catch {
    // What the library cannot read, nobody has looked into.
    return 'unreadable';
  }
}

async function judge(bytes: Uint8Array): Promise<PdfVerdict> {
  const findings = new PdfFindings();
  const reader = new PdfReader(bytes, findings);
  const context = await reader.parseDocument();
  if (findings.isActive) return 'active';
  // Something within a stream, a string or a comment: a table may still lead a reader to it.
  if (countBeginnings(bytes) > reader.objects + reader.trailers) return 'unreadable';
  if (findings.isEncrypted) return judgeLocked(bytes, { objects: reader.objects, tables: findings.tables });
  if (findings.isUnclear || findings.broken.size > 0) return 'unreadable';
  return findings.leavesItself(context) ? 'active' : 'passive';
}

/**
 * A file whose changing or printing is locked can be read with an empty password; one that needs another cannot.
 * `seen`: what stands in the file, locked. Its tables are in clear, and so the library breaks them when it unlocks.
 */
async function judgeLocked(
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
  // Fewer than there are: one number has several objects, of which the library kept the last.
  if (objects.length < seen.objects + findings.packed) return 'unreadable';
  return findings.leavesItself(context) ? 'active' : 'passive';
}

const countBeginnings = (bytes: Uint8Array) =>
  [...Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').matchAll(BEGINNING)]
    .length;
