/** What the first view of a page costs. Bytes are after gzip. */
export interface PageWeight {
  scripts: number;
  styles: number;
  /** The compiled pages and shells, as the browser fetches them. */
  config: number;
  /** The page as the server sends it: with its data where a shop was asked, else bare. */
  html: number;
  /** Pictures of the whole page; those that the API names are known where a shop was asked. */
  images: number;
  /** Calls that it makes: those that were made where a shop was asked, else all that it may make. */
  calls: number;
}

/** A bound on each, as `site.yaml` has it: bytes in kB. */
export type Budget = Partial<Record<keyof PageWeight, number>>;

export const MEASURES = [
  'scripts',
  'styles',
  'config',
  'html',
  'images',
  'calls',
] as const satisfies readonly (keyof PageWeight)[];

/** In the unit of a budget. */
export const inUnits = (measure: keyof PageWeight, value: number): number =>
  measure === 'calls' ? value : value / 1000;
