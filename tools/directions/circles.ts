/** Names of files -> the files that each imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Ways round in a graph of imports, each as the files on it, the first again at the end. Taking away one import of each
 * leaves none. Files that import each other in a circle can only be understood, moved and tested together.
 */
export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  function follow(file: string): void {
    const seenAt = way.indexOf(file);
    if (seenAt >= 0) circles.push([...way.slice(seenAt), file]);
    if (seenAt >= 0 || done.has(file)) return;
    way.push(file);
    for (const target of graph.get(file) ?? []) follow(target);
    way.pop();
    done.add(file);
  }
  for (const file of graph.keys()) follow(file);
  return circles;
}
