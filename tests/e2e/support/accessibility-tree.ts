/** Entries of a list, rows of a table: more of the same says nothing new. */
const REPEATED = /^(\s*)- (listitem|row|article)\b/;

/** Without what is another one every day or after another test: figures. */
const steady = (line: string): string => line.replaceAll(/(?<!level=)\d[\d,.:\-/]*/g, 'N');

/**
 * An accessibility tree as Playwright writes it, as far as it is the same in every run: figures as `N`, and of entries that
 * follow each other in a list, a table or a grid the first two.
 */
export function treeOf(snapshot: string): string {
  const kept: string[] = [];
  /** Indent of a list -> entries of it so far. */
  const counts = new Map<number, number>();
  let leftOut = Number.POSITIVE_INFINITY;
  for (const line of snapshot.split('\n')) {
    const indent = line.search(/\S/);
    if (indent > leftOut) continue;
    leftOut = Number.POSITIVE_INFINITY;
    for (const at of counts.keys()) if (at > indent) counts.delete(at);
    if (REPEATED.test(line)) {
      const count = (counts.get(indent) ?? 0) + 1;
      counts.set(indent, count);
      if (count === 3) kept.push(`${' '.repeat(indent)}- text: …`);
      if (count > 2) {
        leftOut = indent;
        continue;
      }
    }
    kept.push(steady(line));
  }
  return `${kept.join('\n')}\n`;
}
