/** Most of one name that may stand next to one another. */
const MAX_RUN = 2;

/**
 * Puts a list in an order in which no more than two items of one name follow one another, and changes as little of the
 * given order as that takes. Where one name is more than two thirds of the list, the surplus stays together at the end.
 * Parts of a longer list that are mixed one by one (`part`) begin and end with two different names where they can, so
 * that the rule also holds where they meet.
 */
export function mixNames<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  { part = false }: { part?: boolean } = {},
): Item[] {
  const left = [...items];
  const counts = new Map<string, number>();
  for (const item of left) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  const placed: Item[] = [];
  let last: string | undefined;
  let run = 0;
  while (left.length > 0) {
    const blocked = run >= MAX_RUN ? last : undefined;
    const urgent = mostUrgent(counts, left.length);
    const next = left.findIndex((item) =>
      urgent === undefined || urgent === blocked ? nameOf(item) !== blocked : nameOf(item) === urgent,
    );
    const [item] = left.splice(Math.max(0, next), 1);
    if (item === undefined) break;
    const name = nameOf(item);
    counts.set(name, (counts.get(name) ?? 1) - 1);
    // What stands before a part is not known: its first name counts as having followed another of the same.
    run = name === last ? run + 1 : part && placed.length === 0 ? MAX_RUN : 1;
    last = name;
    placed.push(item);
  }
  return part ? partEnd(placed, nameOf) : placed;
}

/** A name of which so many are left that the others just suffice to part them: it is its turn. */
function mostUrgent(counts: ReadonlyMap<string, number>, left: number): string | undefined {
  for (const [name, count] of counts) if (count > MAX_RUN * (left - count)) return name;
  return undefined;
}

/** Exchanges the last item but one where it bears the name of the last, if some other can stand there. */
function partEnd<Item>(items: Item[], nameOf: (item: Item) => string): Item[] {
  const end = items.length - 2;
  const last = items.at(-1);
  if (end < 1 || last === undefined) return items;
  for (let at = end; at >= 1; at -= 1) {
    const tried = items.with(at, items[end] as Item).with(end, items[at] as Item);
    const names = tried.map(nameOf);
    if (names[end] !== nameOf(last) && longestRun(names) <= MAX_RUN && names[0] !== names[1]) return tried;
  }
  return items;
}

/** The length of the longest row of equal names. */
export function longestRun(names: readonly string[]): number {
  let longest = 0;
  let run = 0;
  names.forEach((name, index) => {
    run = index > 0 && name === names[index - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}
