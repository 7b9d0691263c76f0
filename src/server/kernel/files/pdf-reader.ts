import { type PDFDict, type PDFObject, PDFParser, type PDFRef } from '@cantoo/pdf-lib';

/** Called with everything that a file defines. */
export interface PdfListener {
  /** A dictionary of the file, trailers included. */
  onDict(dict: PDFDict): void;
  /** An object that can be referred to; one number may occur again with another object. */
  onObject(ref: PDFRef, object: PDFObject): void;
}

/**
 * Reads a PDF from its first byte to its last, whatever its tables say. The library keeps the last object of a number;
 * a reader that follows the tables may take an earlier one, so the listener is called with each.
 */
export class PdfReader extends PDFParser {
  /** Objects that were read under a header (`7 0 obj`) of their own. */
  objects = 0;
  trailers = 0;
  readonly #listener: PdfListener;
  #depth = 0;

  constructor(bytes: Uint8Array, listener: PdfListener) {
    super(bytes);
    this.#listener = listener;
    const { context } = this;
    const assign = context.assign.bind(context);
    context.assign = (ref, object) => {
      listener.onObject(ref, object);
      assign(ref, object);
    };
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const object = this.#within(() => super.parseObject(ref));
    if (this.#depth === 0) this.objects += 1;
    return object;
  }

  protected override parseDict(ref?: PDFRef): PDFDict {
    const dict = this.#within(() => super.parseDict(ref));
    if (this.#depth === 0) this.trailers += 1;
    this.#listener.onDict(dict);
    return dict;
  }

  #within<Value>(parse: () => Value): Value {
    this.#depth += 1;
    try {
      return parse();
    } finally {
      this.#depth -= 1;
    }
  }
}
