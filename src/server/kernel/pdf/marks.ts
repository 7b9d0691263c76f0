/** A4 in points (1/72 inch). */
export const A4 = { width: 595, height: 842 } as const;

export interface TextMark {
  kind: 'text';
  x: number;
  /** Of the baseline, from the top. */
  y: number;
  text: string;
  size: number;
  /** 0 black to 1 white. */
  grey: number;
  /** Degrees, counter-clockwise around the beginning of the text. */
  turn: number;
  align: 'left' | 'center';
  /** Points; a wider text is wrapped or truncated. */
  maxWidth: number;
}

export interface LineMark {
  kind: 'line';
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** A drawing instruction, in points, `y` counted from the top. */
export type Mark = TextMark | LineMark;
