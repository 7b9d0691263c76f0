/** Names of files -> the files that each imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * The cycles of a graph of imports, each as its files, the first again at the end. Without one import of each cycle
 * none is left. Files that import each other in a cycle can only be understood, moved and tested together.
 */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  function visit(file: string): void {
    const seenAt = path.indexOf(file);
    if (seenAt >= 0) cycles.push([...path.slice(seenAt), file]);
    if (seenAt >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  }
  for (const file of graph.keys()) visit(file);
  return cycles;
}
