import type { Offense } from '#engine/compiler/offense.ts';

/** Applies the fixes of offenses: path -> fixed text. Fixes that overlap an earlier one wait for the next run. */
export function applyFixes(
  offenses: readonly Offense[],
  files: ReadonlyMap<string, string>,
): Map<string, string> {
  const changed = new Map<string, string>();
  for (const [file, ofFile] of Map.groupBy(offenses, ({ file }) => file)) {
    const fixes = ofFile.flatMap(({ fix }) => fix ?? []).toSorted((a, b) => a.start - b.start);
    const text = files.get(file);
    if (fixes.length === 0 || text === undefined) continue;
    let result = '';
    let done = 0;
    for (const { start, end, text: replacement } of fixes) {
      if (start < done) continue;
      result += text.slice(done, start) + replacement;
      done = end;
    }
    changed.set(file, result + text.slice(done));
  }
  return changed;
}
