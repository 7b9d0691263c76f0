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

/** Longest name that is compared; a longer text is no misspelt name. */
const LONGEST = 80;

/** Shortest name that is taken for an abbreviation of another: `num` for `number`. */
const ABBREVIATED = 3;

/** The known names with the fewest edits from `name`, best first, then those that it abbreviates; none when nothing is near. */
export function nearest(name: string, known: Iterable<string>, most = 3): string[] {
  if (name.length > LONGEST) return [];
  const allowed = Math.max(1, Math.floor(name.length / 3));
  const lower = name.toLowerCase();
  const rate = (candidate: string): number | undefined => {
    const other = candidate.toLowerCase();
    const isShort = lower.length >= ABBREVIATED && other.startsWith(lower) && other.length > lower.length;
    const away = Math.abs(other.length - lower.length) <= allowed ? distance(lower, other) : Infinity;
    if (away <= allowed) return away;
    return isShort ? allowed + other.length - lower.length : undefined;
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

/**
 * All known names, the most similar first: by the letter pairs that they share with `name` (Dice), or, for a Chinese `name`,
 * by how many of its characters occur in their titles and descriptions.
 */
export function ranked(
  name: string,
  known: readonly string[],
  titles?: ReadonlyMap<string, string>,
): string[] {
  const pairs = pairsOf(name.toLowerCase().slice(0, LONGEST));
  const rate = (candidate: string) => {
    const title = titles?.get(candidate) ?? '';
    return Math.max(similarity(pairs, pairsOf(candidate.toLowerCase())), coverage(pairs, title));
  };
  return known
    .map((candidate, index) => ({ candidate, index, rate: rate(candidate) }))
    .sort((a, b) => b.rate - a.rate || a.index - b.index)
    .map(({ candidate }) => candidate);
}

/** Pairs of neighbouring letters; for a single letter, itself. */
function pairsOf(text: string): ReadonlySet<string> {
  if (text.length < 2) return new Set([text]);
  return new Set(Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2)));
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}

/** The share of a Chinese name that occurs in a title, a little more where it occurs early. */
function coverage(pairs: ReadonlySet<string>, title: string): number {
  const chinese = [...pairs].filter((pair) => /\p{Script=Han}/u.test(pair));
  if (chinese.length === 0) return 0;
  const found = chinese.filter((pair) => title.includes(pair));
  const first = Math.min(...found.map((pair) => title.indexOf(pair)));
  return found.length === 0 ? 0 : found.length / chinese.length + 1 / (2 + first);
}

/** The known name that was certainly intended: nearer than every other, and at most two edits away; undefined when there is none. */
export function intendedName(name: string, known: Iterable<string>): string | undefined {
  const [best, second] = nearest(name, known, 2);
  if (best === undefined) return undefined;
  const away = distance(name.toLowerCase(), best.toLowerCase());
  if (away > 2 || away >= Math.min(name.length, best.length)) return undefined;
  return second !== undefined && distance(name.toLowerCase(), second.toLowerCase()) === away
    ? undefined
    : best;
}
