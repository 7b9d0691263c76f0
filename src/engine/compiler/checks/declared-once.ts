import type { Text } from '../offense.ts';
import type { Location } from '../project/project.ts';
import type { Part } from '../source/yaml-file.ts';
import type { WholeContext } from './check.ts';

/** Something with a name, and its location. */
export interface Named extends Location {
  name: string;
  /** Default: the value. */
  part?: Part;
}

/**
 * Reports every thing that shares its name with another, each with the location of the other: only the author knows which of
 * them should have it.
 */
export function reportRepeats(
  things: Iterable<Named>,
  what: Text,
  hint: Text,
  { report, files }: WholeContext,
): void {
  const byName = new Map<string, Named[]>();
  for (const thing of things) {
    const known = byName.get(thing.name);
    if (known === undefined) byName.set(thing.name, [thing]);
    else known.push(thing);
  }
  const locationOf = ({ file, pointer }: Named) =>
    `${file}:${files.find(({ yaml }) => yaml.path === file)?.yaml.line(pointer) ?? 1}`;
  for (const [name, same] of byName) {
    const [first, second] = same;
    if (first === undefined || second === undefined) continue;
    for (const thing of same) {
      const location = locationOf(thing === first ? second : first);
      report(thing.file, {
        at: { pointer: thing.pointer, ...(thing.part && { part: thing.part }) },
        message: {
          zh: `${what.zh} ${name} 在 ${location} 也用了`,
          en: `the ${what.en} ${name} is also used at ${location}`,
        },
        hint,
      });
    }
  }
}
