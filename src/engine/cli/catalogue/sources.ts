/** The page that loads the catalogue. */
export const PAGE = 'src/engine/cli/catalogue/index.html';

/** What the API declines to do: name -> the code of the answer and the words for its reader. */
export type Refusals = Readonly<Record<string, { readonly code: number; readonly message: string }>>;

/** What the catalogue is made of, as it travels to the page that shows it. */
export interface Sources {
  /** Path -> text of the config and the schemas. */
  files: Record<string, string>;
  refusals: Refusals;
}

export const sourcesOf = (files: ReadonlyMap<string, string>, refusals: Refusals): Sources => ({
  files: Object.fromEntries(files),
  refusals,
});
