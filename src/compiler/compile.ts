import type { Registry } from '#generated/schemas.ts';
import { emitRegistry } from './emit/registry.ts';
import { compareOffenses, type Offense } from './offense.ts';
import { fileKind } from './project/file-kind.ts';
import { type ConfigFile, declarationKey, gatherProject, type Project } from './project/project.ts';
import { readSchemas, type SchemaLibrary } from './project/schema-library.ts';
import { YamlFile } from './source/yaml-file.ts';

/** Path relative to the project (`config/...yaml`, `schemas/...json`) -> text. */
export type Files = ReadonlyMap<string, string>;

export interface CompileOptions {
  /** The moment that schedules are judged by, in seconds; default: no judgement that depends on the time. */
  at?: number;
}

export interface Compilation {
  /** null when an offense is an error: only a config without errors becomes a shop. */
  registry: Registry | null;
  /** Every problem, ordered by file and place. */
  offenses: Offense[];
}

/** Compiles a whole config once. Pure: reads only `files`, never throws for what they hold. */
export function compile(files: Files, options: CompileOptions = {}): Compilation {
  return createCompiler()(files, options);
}

/** A compiler that remembers files between calls: after the change of one file it does little more than that file. */
export function createCompiler(): (files: Files, options?: CompileOptions) => Compilation {
  let parsed = new Map<string, ConfigFile>();
  let library: { texts: Map<string, string>; value: SchemaLibrary } | undefined;
  let project: { key: string; library: SchemaLibrary; value: Project } | undefined;

  return (files) => {
    const schemas = new Map([...files].filter(([path]) => path.startsWith('schemas/')));
    if (library === undefined || !sameTexts(library.texts, schemas))
      library = { texts: schemas, value: readSchemas(schemas) };

    const next = new Map<string, ConfigFile>();
    for (const path of [...files.keys()].sort()) {
      const kind = fileKind(path);
      if (kind === undefined) continue;
      const text = files.get(path) ?? '';
      const known = parsed.get(path);
      next.set(path, known?.yaml.text === text ? known : { kind, yaml: new YamlFile(path, text) });
    }
    parsed = next;

    const configs = [...parsed.values()];
    const key = configs.map((file) => `${file.yaml.path}\n${declarationKey(file)}`).join('\n');
    if (project?.key !== key || project.library !== library.value) {
      project = { key, library: library.value, value: gatherProject(configs, library.value) };
    }

    const offenses: Offense[] = configs.flatMap(({ yaml }) =>
      yaml.faults.map(({ code, range, message, hint }) => {
        const { line, column } = yaml.positions.at(range.start);
        const end = yaml.positions.at(range.end);
        const place = { file: yaml.path, line, column, endLine: end.line, endColumn: end.column };
        return { code, severity: 'error' as const, ...place, message, hint };
      }),
    );
    offenses.sort(compareOffenses);
    const failed = offenses.some(({ severity }) => severity === 'error');
    return { registry: failed ? null : emitRegistry(project.value, configs), offenses };
  };
}

function sameTexts(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);
}
