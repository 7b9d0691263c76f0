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

/**
 * Known names, the most alike first: by the pairs of letters that they share with `name`, or, for one in Chinese, by the
 * characters of it that their titles and descriptions have.
 */
export function ranked(
  name: string,
  known: readonly string[],
  titles?: ReadonlyMap<string, string>,
): string[] {
  const wanted = pairsOf(name.toLowerCase().slice(0, LONGEST));
  const rate = (candidate: string) => {
    const title = titles?.get(candidate) ?? '';
    return Math.max(likeness(wanted, pairsOf(candidate.toLowerCase())), coverage(wanted, title));
  };
  return known
    .map((candidate, index) => ({ candidate, index, rate: rate(candidate) }))
    .sort((a, b) => b.rate - a.rate || a.index - b.index)
    .map(({ candidate }) => candidate);
}

/** Neighbouring letters; a single letter stands for itself. */
function pairsOf(text: string): ReadonlySet<string> {
  if (text.length < 2) return new Set([text]);
  return new Set(Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2)));
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}

/** How much of a Chinese name stands in a title; a little more where it stands early. */
function coverage(wanted: ReadonlySet<string>, title: string): number {
  const chinese = [...wanted].filter((pair) => /\p{Script=Han}/u.test(pair));
  if (chinese.length === 0) return 0;
  const found = chinese.filter((pair) => title.includes(pair));
  const first = Math.min(...found.map((pair) => title.indexOf(pair)));
  return found.length === 0 ? 0 : found.length / chinese.length + 1 / (2 + first);
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
