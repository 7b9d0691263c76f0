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

/** Names, as keys or values, of active content and of embedded files. */
const ACTIVE = new Set(
  [
    ['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'GoToE'],
    ['EmbeddedFile', 'EmbeddedFiles', 'EF', 'XFA'],
    ['RichMedia', 'Rendition', 'Movie', 'Sound'],
  ]
    .flat()
    .map((name) => PDFName.of(name)),
);

/** Keys of actions that a document runs by itself. */
const OPEN_ACTION = PDFName.of('OpenAction');
const ADDITIONAL_ACTIONS = PDFName.of('AA');

/** Types of harmless actions: to go to a position in the document, or to print it. */
const HARMLESS = new Set([PDFName.of('GoTo'), PDFName.of('Named')]);

const TYPE = PDFName.of('Type');
const TABLE = PDFName.of('XRef');
const OBJECT_STREAM = PDFName.of('ObjStm');
const COUNT = PDFName.of('N');
const FIRST = PDFName.of('First');
const ENCRYPT = PDFName.of('Encrypt');

/** With these keys an object stream is decoded differently by readers than by the library. */
const OTHERWISE_PACKED = [PDFName.of('DecodeParms'), PDFName.of('F')];

/** Collects what was found in a PDF. */
export class PdfFindings implements PdfListener {
  isActive = false;
  isEncrypted = false;
  /** Part of it may be interpreted in two ways. */
  isUnclear = false;
  /** Number of objects that object streams declare. */
  packed = 0;
  /** Cross-reference streams. */
  readonly tables = new Set<PDFRef>();
  /** Objects that could not be read. */
  readonly broken = new Set<PDFRef>();
  /** Actions that run by themselves, or dictionaries of them; often references. */
  readonly #automatic: PDFObject[] = [];

  onDict(dict: PDFDict): void {
    for (const [key, value] of dict.entries()) {
      if (ACTIVE.has(key) || (value instanceof PDFName && ACTIVE.has(value))) this.isActive = true;
      if (key === ENCRYPT) this.isEncrypted = true;
      if (key === OPEN_ACTION || key === ADDITIONAL_ACTIONS) this.#automatic.push(value);
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
    /* Some readers do not need the type. */
    if (!isObjectStream && count && dict.has(FIRST)) this.isUnclear = true;
    if (isObjectStream && OTHERWISE_PACKED.some((key) => dict.has(key))) this.isUnclear = true;
  }

  /** Whether the document runs an action by itself that is not harmless. */
  hasAutomaticAction(context: PDFContext): boolean {
    return this.#automatic.some((value) => {
      const found = context.lookup(value);
      if (!(found instanceof PDFDict)) return false;
      const actions = isAction(found) ? [found] : found.values().map((one) => context.lookup(one));
      return actions.some((action) => action instanceof PDFDict && !isHarmless(action, context));
    });
  }
}

const ACTION_TYPE = PDFName.of('S');
const isAction = (dict: PDFDict) => dict.has(ACTION_TYPE);

function isHarmless(action: PDFDict, context: PDFContext): boolean {
  const type = context.lookup(action.get(ACTION_TYPE));
  return type instanceof PDFName && HARMLESS.has(type);
}
