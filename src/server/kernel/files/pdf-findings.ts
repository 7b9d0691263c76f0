import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';
import type { PdfListener } from './pdf-reader.ts';

/** Names, as keys or values, of what acts when a document is opened or touched, or of what it carries along. */
const ACTIVE = new Set(
  [
    ['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'GoToE'],
    ['EmbeddedFile', 'EmbeddedFiles', 'EF', 'XFA'],
    ['RichMedia', 'Rendition', 'Movie', 'Sound'],
  ]
    .flat()
    .map((name) => PDFName.of(name)),
);

/** Where actions stand that a document takes by itself. */
const OPEN_ACTION = PDFName.of('OpenAction');
const ADDITIONAL_ACTIONS = PDFName.of('AA');

/** Types of actions that stay within the document: to go to a place of it, or to print it. */
const TAME = new Set([PDFName.of('GoTo'), PDFName.of('Named')]);

const TYPE = PDFName.of('Type');
const TABLE = PDFName.of('XRef');
const OBJECT_STREAM = PDFName.of('ObjStm');
const COUNT = PDFName.of('N');
const FIRST = PDFName.of('First');
const ENCRYPT = PDFName.of('Encrypt');

/** With these an object stream holds other bytes for a reader than for the library. */
const OTHERWISE_PACKED = [PDFName.of('DecodeParms'), PDFName.of('F')];

/** What was come across in a PDF. */
export class PdfFindings implements PdfListener {
  isActive = false;
  isEncrypted = false;
  /** Something of it may be read in two ways. */
  isUnclear = false;
  /** Objects that object streams say to hold. */
  packed = 0;
  /** Tables of objects that are streams. */
  readonly tables = new Set<PDFRef>();
  /** What could not be read. */
  readonly broken = new Set<PDFRef>();
  /** What is done unasked: actions, or dictionaries of them, many of which are references. */
  readonly #unasked: PDFObject[] = [];

  onDict(dict: PDFDict): void {
    for (const [key, value] of dict.entries()) {
      if (ACTIVE.has(key) || (value instanceof PDFName && ACTIVE.has(value))) this.isActive = true;
      if (key === ENCRYPT) this.isEncrypted = true;
      if (key === OPEN_ACTION || key === ADDITIONAL_ACTIONS) this.#unasked.push(value);
    }
  }

  onObject(ref: PDFRef, object: PDFObject): void {
    if (object instanceof PDFInvalidObject) this.broken.add(ref);
    if (object instanceof PDFRawStream) this.#onStream(ref, object.dict);
    for (const rest = [object]; ; ) {
      const next = rest.pop();
      if (next === undefined) return;
      const dict = next instanceof PDFRawStream ? next.dict : next;
      if (dict instanceof PDFDict) {
        this.onDict(dict);
        rest.push(...dict.values());
      } else if (dict instanceof PDFArray) {
        for (const one of dict.asArray()) rest.push(one);
      }
    }
  }

  #onStream(ref: PDFRef, dict: PDFDict): void {
    if (dict.get(TYPE) === TABLE) this.tables.add(ref);
    const isObjectStream = dict.get(TYPE) === OBJECT_STREAM;
    const count = dict.get(COUNT);
    if (isObjectStream && count instanceof PDFNumber) this.packed += count.asNumber();
    /* Some readers do without the type. */
    if (!isObjectStream && count && dict.has(FIRST)) this.isUnclear = true;
    if (isObjectStream && OTHERWISE_PACKED.some((key) => dict.has(key))) this.isUnclear = true;
  }

  /** Does the document leave itself, unasked? */
  leavesItself(context: PDFContext): boolean {
    return this.#unasked.some((value) => {
      const found = context.lookup(value);
      if (!(found instanceof PDFDict)) return false;
      const actions = isAction(found) ? [found] : found.values().map((one) => context.lookup(one));
      return actions.some((action) => action instanceof PDFDict && !isTame(action, context));
    });
  }
}

const ACTION_TYPE = PDFName.of('S');
const isAction = (dict: PDFDict) => dict.has(ACTION_TYPE);

function isTame(action: PDFDict, context: PDFContext): boolean {
  const type = context.lookup(action.get(ACTION_TYPE));
  return type instanceof PDFName && TAME.has(type);
}
