/** What the first view of a page loads. Bytes are after gzip. */
export interface PageWeight {
  scripts: number;
  styles: number;
  /** The compiled pages and shells, as the browser fetches them. */
  config: number;
  /** The page as the server sends it: with its data where a running shop answered, else without. */
  html: number;
  /** Pictures of the whole page; those of the data only where a running shop answered. */
  images: number;
  /** The calls that it made where a running shop answered, else all that it may make. */
  calls: number;
}

/** The limits of `site.yaml`; bytes in kB. */
export type Budget = Partial<Record<keyof PageWeight, number>>;

export const MEASURES = [
  'scripts',
  'styles',
  'config',
  'html',
  'images',
  'calls',
] as const satisfies readonly (keyof PageWeight)[];

/**
 * A measured value in the unit of the budget: kB, or a number of calls. To a tenth, as bounds are written and
 * weights are listed: 183.4 kB keep within a bound of 183.4.
 */
export const inUnits = (measure: keyof PageWeight, value: number): number =>
  measure === 'calls' ? value : Number((value / 1000).toFixed(1));
