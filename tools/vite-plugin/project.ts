import { createCompiler } from '#compiler/compile.ts';
import type { Offense } from '#compiler/offense.ts';
import type { Registry } from '#generated/schemas.ts';
import { loadProject } from '../load-project.ts';

/** One compilation of the config as it stands on the disk. */
export interface Compilation {
  files: ReadonlyMap<string, string>;
  /** Null when an error stands in the way. */
  registry: Registry | null;
  offenses: readonly Offense[];
}

/** The config as pages are served from it: always the last one without errors. */
export interface Project {
  /** Compiles once; later calls give the last good registry. Throws `Offended` when there never was one. */
  registry(): Promise<Registry>;
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
  let good: Registry | undefined;

  async function renew(): Promise<Compilation> {
    const files = await loadProject(configDir);
    const { registry, offenses } = compile(files);
    if (registry) good = registry;
    return { files, registry, offenses: offenses.filter(({ severity }) => severity === 'error') };
  }

  return {
    renew,
    async registry() {
      if (good) return good;
      const { registry, offenses } = await renew();
      if (!registry) throw new Offended(offenses);
      return registry;
    },
  };
}
