import type { Registry } from '#engine/generated/schemas.ts';
import type { PageWeight } from './budget/weight.ts';
import { CompilerCache } from './compiler-cache.ts';
import { reportDeclarationTypos } from './declaration-typos.ts';
import type { FileFacts } from './facts/facts.ts';
import { withDefaultPages } from './graph/default-pages.ts';
import { inspectWhole } from './inspect.ts';
import type { Kept } from './kept.ts';
import { groupMissingDeclarations } from './missing-declarations.ts';
import type { Offense, Text } from './offense.ts';
import { isPartial } from './project/partial-files.ts';
import { fileKind } from './schema/file-kind.ts';
import { isGraphqlFile } from './schema/graphql.ts';
import { toOffenses } from './severity.ts';

/** Path relative to the project (`config/...yaml`, `schemas/...json`) -> text. */
export type Files = ReadonlyMap<string, string>;

export interface Compilation {
  /** null when an offense is an error: only a config without errors becomes a shop. Made when it is first read. */
  readonly registry: Registry | null;
  /** Every problem, ordered by file and position. */
  offenses: Offense[];
  /** What checks compare of each file: its schedules and where slots are placed, among others. */
  facts: readonly FileFacts[];
}

export interface CompileOptions {
  /** Seconds since 1970. When given, the checks of schedules run from that moment on (`check -- --timeline`). */
  at?: number;
  /** Files of the config that could not be read: path -> reason. Each is an offense. */
  unread?: ReadonlyMap<string, Unread>;
  /** Page name -> its weight in the built site, compared with the budgets of `site.yaml`. */
  weights?: ReadonlyMap<string, PageWeight>;
}

/** Why a file could not be read. */
export type Unread = Text;

export type Compile = (files: Files, options?: CompileOptions) => Compilation;

/** Caches files between calls. */
export interface Compiler extends Compile {
  /** What the last compilation leaves to a compiler of another process. */
  keep: () => Kept;
}

/** Compiles a whole config once. Pure: reads only `files`, and never throws because of their content. */
export const compile: Compile = (files, options) => createCompiler()(files, options);

/**
 * A compiler that caches files between calls: after a change of one file it processes little more than that file,
 * unless other files depend on the change (a path, a call, a slot, a schema).
 * @param kept what a compiler of another process has left
 */
export function createCompiler(kept?: Kept): Compiler {
  const cache = new CompilerCache(kept);
  let last: Files = NOTHING;
  const compile: Compile = (files, { at, unread = NOTHING, weights = NOTHING } = {}) => {
    last = files;
    const library = cache.library(files);
    const configs = withDefaultPages(cache.configs(files, library));
    const project = cache.project(configs, library, cache.queries(files));
    const findings = configs.map((file) => cache.findings(file, project));
    const context = {
      project,
      files: configs,
      facts: findings.map(({ facts }) => facts),
      routes: cache.routes(configs),
      strays: [...files.keys()].filter(isStray).sort(),
      schemaFaults: library.faults,
      unread,
      weights,
    };
    const whole = inspectWhole(context, at === undefined ? undefined : at * 1000);
    const byPath = new Map(configs.map((file) => [file.yaml.path, file.yaml]));
    const all = [...findings.flatMap((file) => file.found), ...whole];
    const causes = reportDeclarationTypos(all, {
      texts: files,
      isPartial: (path) => {
        const file = byPath.get(path);
        return file !== undefined && isPartial(file);
      },
      rangeOf: ({ file, pointer, part = 'key' }) => byPath.get(file)?.range(pointer, part),
    });
    const found = groupMissingDeclarations(causes);
    const offenses = toOffenses(found, project.site.checks, files);
    const failed = offenses.some(({ severity }) => severity === 'error');
    let registry: Registry | null = null;
    return {
      get registry() {
        if (!failed) registry ??= cache.emitter(project).emit(configs);
        return registry;
      },
      offenses,
      facts: context.facts,
    };
  };
  return Object.assign(compile, { keep: () => cache.keep(last) });
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** A file under `config/` that the compiler does not read; `config/guide` is for people and other programs. */
const isStray = (path: string) =>
  path.startsWith('config/') &&
  !path.startsWith('config/guide/') &&
  fileKind(path) === undefined &&
  !isGraphqlFile(path);
