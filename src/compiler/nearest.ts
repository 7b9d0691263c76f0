/** Number of single-character edits between two names; transposed neighbours count as one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      current.push(best);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Longest name that is compared; a pasted text is no misspelt name. */
const LONGEST = 80;

/** Shortest name that is taken for the beginning of another: `num` of `number`. */
const ABBREVIATED = 3;

/** The known names closest to `name`, best first, then those that it abbreviates; none when nothing is near. */
export function nearest(name: string, known: Iterable<string>, most = 3): string[] {
  if (name.length > LONGEST) return [];
  const allowed = Math.max(1, Math.floor(name.length / 3));
  const wanted = name.toLowerCase();
  const rate = (candidate: string): number | undefined => {
    const other = candidate.toLowerCase();
    const isShort = wanted.length >= ABBREVIATED && other.startsWith(wanted) && other.length > wanted.length;
    const away = Math.abs(other.length - wanted.length) <= allowed ? distance(wanted, other) : Infinity;
    if (away <= allowed) return away;
    return isShort ? allowed + other.length - wanted.length : undefined;
  };
  return [...new Set(known)]
    .flatMap((candidate) => {
      const away = rate(candidate);
      return away === undefined ? [] : [{ candidate, away }];
    })
    .sort((a, b) => a.away - b.away || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** The one name that was certainly meant: clearly nearer than every other, and at most two edits away. */
export function certain(name: string, known: Iterable<string>): string | undefined {
  const [best, second] = nearest(name, known, 2);
  if (best === undefined) return undefined;
  const away = distance(name.toLowerCase(), best.toLowerCase());
  if (away > 2 || away >= Math.min(name.length, best.length)) return undefined;
  return second !== undefined && distance(name.toLowerCase(), second.toLowerCase()) === away
    ? undefined
    : best;
}
