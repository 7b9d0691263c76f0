import type { Text } from '../offense.ts';
import type { Place } from '../project/project.ts';
import type { WholeContext } from './check.ts';

/** A thing with a name, where it is written. */
export interface Named extends Place {
  name: string;
}

/** Reports every thing whose name was taken before; the message says where. */
export function reportRepeats(
  things: Iterable<Named>,
  what: Text,
  hint: Text,
  { report, files }: WholeContext,
): void {
  const yamlOf = new Map(files.map(({ yaml }) => [yaml.path, yaml]));
  const first = new Map<string, Named>();
  for (const thing of things) {
    const earlier = first.get(thing.name);
    if (earlier === undefined) {
      first.set(thing.name, thing);
      continue;
    }
    const place = `${earlier.file}:${yamlOf.get(earlier.file)?.line(earlier.pointer) ?? 1}`;
    report(thing.file, {
      at: { pointer: thing.pointer },
      message: {
        zh: `${what.zh} ${thing.name} 已在 ${place} 用过`,
        en: `the ${what.en} ${thing.name} is already used at ${place}`,
      },
      hint,
    });
  }
}
