/** Columns of a sheet that somebody sends: what each may be called in the first row, the name that we use first. */
export type Columns<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** What one row says, by column; columns that are absent or blank in it are left out. */
export type Cells<Name extends string> = Partial<Record<Name, string>>;

/** Where the first row names which column. */
export function findColumns<Name extends string>(
  columns: Columns<Name>,
  head: readonly string[],
): ReadonlyMap<Name, number> {
  const names = head.map((name) => name.trim());
  const found = (Object.entries(columns) as [Name, readonly string[]][]).map(
    ([column, known]) => [column, names.findIndex((name) => known.includes(name))] as const,
  );
  return new Map(found.filter(([, at]) => at >= 0));
}

/** The cells of one row under the columns that were found. */
export function cellsOf<Name extends string>(
  row: readonly string[],
  found: ReadonlyMap<Name, number>,
): Cells<Name> {
  const cells: Cells<Name> = {};
  for (const [column, at] of found) {
    const text = row[at]?.trim() ?? '';
    if (text !== '') cells[column] = text;
  }
  return cells;
}
