import type { Palette } from './palette.ts';

/** Texts, codes and colours of a pack. */
export interface PackInfo {
  name: string;
  spec: string;
  form: string;
  /** The maker's full name. */
  maker: string;
  /** Its first characters: the mark on the pack. */
  brand: string;
  rx: 'rx' | 'otc-a' | 'otc-b' | 'none';
  marks: readonly string[];
  approval: string;
  barcode: string;
  storage: string;
  indication: string;
  palette: Palette;
  /** Which of the label layouts; a maker keeps to one. */
  layout: number;
  /** Something stands before the box's right corner: nothing is printed there. */
  covered?: boolean;
}
