import { type Compile, createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { CommandError } from '../arguments.ts';
import { type Language, languageFor } from '../language.ts';
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
  /** The files that were read last; null as long as none were. */
  files(): ReadonlyMap<string, string> | null;
  /** Reads and compiles anew. */
  renew(): Promise<Compilation>;
  /** Its compiler, which has cached what it read: for whoever compiles other texts of the same config. */
  compile: Compile;
  /** The language of what is said of the config: the one asked for, else the site's as it was last read. */
  language: () => Language;
}

/** The config cannot be built. The offenses are the message: a stack says nothing to who wrote the YAML. */
export class Offended extends CommandError {
  readonly offenses: readonly Offense[];

  constructor(offenses: readonly Offense[], lang: Language) {
    const error = { zh: '错误', en: 'error' }[lang];
    super(
      offenses
        .map(
          ({ file, line, column, code, message, hint }) =>
            `${file}:${line}:${column} ${error} ${code} ${message[lang]}\n  ${hint[lang]}`,
        )
        .join('\n'),
    );
    this.name = 'Offended';
    this.offenses = offenses;
    this.stack = '';
  }
}

/** A change of what is compiled, for a shop that is not served as its config says. */
export type Adjust = (registry: Registry) => Registry;

export interface ProjectOptions {
  adjust?: Adjust | undefined;
  /** The language that was asked for. */
  lang?: Language | undefined;
}

export function createProject(
  configDir: string,
  { adjust = (registry) => registry, lang }: ProjectOptions = {},
): Project {
  const compile = createCompiler();
  let good: Registry | null = null;
  let read: ReadonlyMap<string, string> | null = null;

  async function renew(): Promise<Compilation> {
    const { files, unread } = await readProject(configDir);
    const { registry: compiled, offenses } = compile(files, { unread });
    const registry = compiled && adjust(compiled);
    read = files;
    if (registry) good = registry;
    return { files, registry, offenses: offenses.filter(({ severity }) => severity === 'error') };
  }

  const language = () => languageFor(read ?? new Map(), lang);

  return {
    renew,
    compile,
    current: () => good,
    files: () => read,
    language,
    async registry() {
      if (good) return good;
      const { registry, offenses } = await renew();
      if (!registry) throw new Offended(offenses, language());
      return registry;
    },
  };
}
