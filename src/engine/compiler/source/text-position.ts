/** A range of characters in a file; the end is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** Turns character offsets of one text into 1-based lines and columns. The table of lines is built at the first use. */
export class TextPositions {
  readonly #text: string;
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): { line: number; column: number } {
    this.#lineStarts ??= lineStarts(this.#text);
    const bounded = Math.max(0, Math.min(offset, this.#text.length));
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= bounded) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: bounded - (this.#lineStarts[low] ?? 0) + 1 };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1))
    starts.push(index + 1);
  return starts;
}
