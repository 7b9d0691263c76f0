/** Columns of an uploaded sheet: the header names that each may have, our own first. */
export type Columns<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** The cells of one row by column; absent and blank ones are left out. */
export type Cells<Name extends string> = Partial<Record<Name, string>>;

/** Finds the index of each column by the header row. */
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

/** Reads the cells of one row by the columns that were found. */
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
