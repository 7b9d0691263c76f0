import type { Registry } from '#engine/generated/schemas.ts';
import { reportAbsentOnce } from './absent.ts';
import type { PageWeight } from './budget/weight.ts';
import { blameDeclarations } from './declaration-slips.ts';
import { inspectWhole } from './inspect.ts';
import { Memory } from './memory.ts';
import type { Offense, Text } from './offense.ts';
import { isHalfRead } from './project/half-read.ts';
import { fileKind } from './schema/file-kind.ts';
import { toOffenses } from './severity.ts';

/** Path relative to the project (`config/...yaml`, `schemas/...json`) -> text. */
export type Files = ReadonlyMap<string, string>;

export interface Compilation {
  /** null when an offense is an error: only a config without errors becomes a shop. */
  registry: Registry | null;
  /** Every problem, ordered by file and place. */
  offenses: Offense[];
}

export interface CompileOptions {
  /** Seconds since 1970. When given, everything that opens and closes from then on is judged, too (`check -- --timeline`). */
  at?: number;
  /** Files of the config that could not be read: path -> why. They are offenses. */
  unread?: ReadonlyMap<string, Unread>;
  /** Page name -> what it costs as built, held against the budgets of `site.yaml`. */
  weights?: ReadonlyMap<string, PageWeight>;
}

/** Why a file could not be read. */
export type Unread = Text;

export type Compile = (files: Files, options?: CompileOptions) => Compilation;

/** Compiles a whole config once. Pure: reads only `files`, never throws for what they hold. */
export const compile: Compile = (files, options) => createCompiler()(files, options);

/**
 * A compiler that remembers files between calls: after the change of one file it does little more than that file,
 * unless the change touches what other files may depend on (a path, a call, a slot, a schema).
 */
export function createCompiler(): Compile {
  const memory = new Memory();
  return (files, { at, unread = NOTHING, weights = NOTHING } = {}) => {
    const library = memory.library(files);
    const configs = memory.configs(files, library);
    const project = memory.project(configs, library);
    const findings = configs.map((file) => memory.findings(file, project));
    const context = {
      project,
      files: configs,
      facts: findings.map(({ facts }) => facts),
      routes: memory.routes(configs),
      strays: [...files.keys()].filter(isStray).sort(),
      schemaFaults: library.faults,
      unread,
      weights,
    };
    const whole = inspectWhole(context, at === undefined ? undefined : at * 1000);
    const byPath = new Map(configs.map((file) => [file.yaml.path, file.yaml]));
    const all = [...findings.flatMap((file) => file.found), ...whole];
    const causes = blameDeclarations(all, {
      texts: files,
      isHalfRead: (path) => {
        const file = byPath.get(path);
        return file !== undefined && isHalfRead(file);
      },
      rangeOf: ({ file, pointer, part = 'key' }) => byPath.get(file)?.range(pointer, part),
    });
    const found = reportAbsentOnce(causes);
    const offenses = toOffenses(found, project.site.checks, files);
    const failed = offenses.some(({ severity }) => severity === 'error');
    return { registry: failed ? null : memory.emitter(project).emit(configs), offenses };
  };
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** Beside the shop's own places; `config/guide` holds what is for people and other programs. */
const isStray = (path: string) =>
  path.startsWith('config/') && !path.startsWith('config/guide/') && fileKind(path) === undefined;
