import { createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { readProject } from '../project/load-project.ts';

/** One compilation of the config as it stands on the disk. */
export interface Compilation {
  files: ReadonlyMap<string, string>;
  /** Null when an error stands in the way. */
  registry: Registry | null;
  /** The errors. */
  offenses: readonly Offense[];
}

/** The config as pages are served from it: always the last one without errors. */
export interface Project {
  /** Compiles once; later calls give the last good registry. Throws `Offended` when there never was one. */
  registry(): Promise<Registry>;
  /** The last good registry; null as long as there was none. */
  current(): Registry | null;
  /** Reads and compiles anew. */
  renew(): Promise<Compilation>;
}

/** The config cannot be built. The offenses are the message: a stack says nothing to who wrote the YAML. */
export class Offended extends Error {
  readonly offenses: readonly Offense[];

  constructor(offenses: readonly Offense[]) {
    super(
      offenses
        .map(
          ({ file, line, column, code, message, hint }) =>
            `${file}:${line}:${column} 错误 ${code} ${message.zh}\n  ${hint.zh}`,
        )
        .join('\n'),
    );
    this.name = 'Offended';
    this.offenses = offenses;
    this.stack = '';
  }
}

export function createProject(configDir: string): Project {
  const compile = createCompiler();
  let good: Registry | null = null;

  async function renew(): Promise<Compilation> {
    const { files, unread } = await readProject(configDir);
    const { registry, offenses } = compile(files, { unread });
    if (registry) good = registry;
    return { files, registry, offenses: offenses.filter(({ severity }) => severity === 'error') };
  }

  return {
    renew,
    current: () => good,
    async registry() {
      if (good) return good;
      const { registry, offenses } = await renew();
      if (!registry) throw new Offended(offenses);
      return registry;
    },
  };
}
