import { findCycles } from './cycles.ts';

/** Folders, or a folder and files beside it, that import each other. */
export interface FolderCycle {
  /** The folder that they stand in. */
  within: string;
  names: readonly string[];
}

/** Where two paths part: the folder that both are in, and what of it leads to each. */
function divergenceOf(one: string, other: string): { within: string; from: string; to: string } {
  const [a, b] = [one.split('/'), other.split('/')];
  const at = a.findIndex((part, index) => part !== b[index]);
  return { within: a.slice(0, at).join('/'), from: a[at] ?? '', to: b[at] ?? '' };
}

/**
 * Cycles between folders: what stands in one folder must have an order, in which each part imports only those before it.
 * Files of one folder are covered by the cycles of files; here at least one of the parts is a folder.
 * @param imports pairs of files, the importing one first
 */
export function findFolderCycles(imports: readonly (readonly [string, string])[]): FolderCycle[] {
  const levels = new Map<string, Map<string, Set<string>>>();
  for (const [file, target] of imports) {
    if (file === target) continue;
    const { within, from, to } = divergenceOf(file, target);
    const level = levels.get(within) ?? new Map<string, Set<string>>();
    levels.set(within, level);
    for (const name of [from, to]) if (!level.has(name)) level.set(name, new Set());
    level.get(from)?.add(to);
  }
  return [...levels].flatMap(([within, graph]) =>
    findCycles(new Map([...graph].map(([name, targets]) => [name, [...targets]])))
      .filter((names) => names.some((name) => !name.includes('.')))
      .map((names) => ({ within, names })),
  );
}
