/** What the first view of a page costs. Bytes are after gzip. */
export interface PageWeight {
  scripts: number;
  styles: number;
  /** The page as the server sends it, before any data is in it. */
  html: number;
  /** Pictures that the page itself brings; those that the API names are not known before it is asked. */
  images: number;
  /** Calls that it makes. */
  calls: number;
}

/** A bound on each, as `site.yaml` has it: bytes in kB. */
export type Budget = Partial<Record<keyof PageWeight, number>>;

export const MEASURES = [
  'scripts',
  'styles',
  'html',
  'images',
  'calls',
] as const satisfies readonly (keyof PageWeight)[];

/** In the unit of a budget. */
export const inUnits = (measure: keyof PageWeight, value: number): number =>
  measure === 'calls' ? value : value / 1000;
