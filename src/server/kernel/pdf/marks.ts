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
  /** Points that the text has to fit into. */
  room: number;
}

export interface LineMark {
  kind: 'line';
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** Something on a page, in points, `y` counted from the top. */
export type Mark = TextMark | LineMark;
