import type { Registry } from '#generated/schemas.ts';
import type { PageWeight } from './budget/weight.ts';
import { Emitter } from './emit/registry.ts';
import { type FileFindings, inspectFile, inspectWhole } from './inspect.ts';
import type { Offense, Text } from './offense.ts';
import { fileKind } from './project/file-kind.ts';
import { pagesIn, pagesKey } from './project/pages.ts';
import { type ConfigFile, declarationKey, gatherProject, type Project } from './project/project.ts';
import { Routes } from './project/routes.ts';
import { readSchemas, type SchemaLibrary } from './project/schema-library.ts';
import { toOffenses } from './severity.ts';
import { YamlFile } from './source/yaml-file.ts';

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
    const configs = memory.configs(files);
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
    const found = [...findings.flatMap((file) => file.found), ...whole];
    const offenses = toOffenses(found, project.site.checks, files);
    const failed = offenses.some(({ severity }) => severity === 'error');
    return { registry: failed ? null : memory.emitter(project).emit(configs), offenses };
  };
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** Beside the shop's own places; `config/guide` holds what is for people and other programs. */
const isStray = (path: string) =>
  path.startsWith('config/') && !path.startsWith('config/guide/') && fileKind(path) === undefined;

/** What is known from the last compilation. */
class Memory {
  #configs = new Map<string, ConfigFile>();
  #library: { texts: Files; value: SchemaLibrary } | undefined;
  #project: { key: Key; value: Project } | undefined;
  #routes: { key: Key; value: Routes } | undefined;
  #findings = new WeakMap<ConfigFile, FileFindings>();
  #emitter: Emitter | undefined;

  library(files: Files): SchemaLibrary {
    const texts = new Map([...files].filter(([path]) => path.startsWith('schemas/')));
    if (this.#library === undefined || !sameTexts(this.#library.texts, texts)) {
      this.#library = { texts, value: readSchemas(texts) };
    }
    return this.#library.value;
  }

  configs(files: Files): ConfigFile[] {
    const next = new Map<string, ConfigFile>();
    for (const path of [...files.keys()].sort()) {
      const kind = fileKind(path);
      if (kind === undefined) continue;
      const text = files.get(path) ?? '';
      const known = this.#configs.get(path);
      const isKnown = known !== undefined && known.yaml.text === text;
      next.set(path, isKnown ? known : { kind, yaml: new YamlFile(path, text) });
    }
    this.#configs = next;
    return [...next.values()];
  }

  /** The last project again when all declarations are as they were. */
  project(configs: readonly ConfigFile[], library: SchemaLibrary): Project {
    const key = keyOf(configs, declarationKey);
    if (!sameKey(this.#project?.key, key) || this.#project?.value.library !== library) {
      this.#project = { key, value: gatherProject(configs, library) };
      this.#findings = new WeakMap();
    }
    return this.#project.value;
  }

  /** The last routes again when all pages are where they were. */
  routes(configs: readonly ConfigFile[]): Routes {
    const key = keyOf(configs, pagesKey);
    if (this.#routes === undefined || !sameKey(this.#routes.key, key)) {
      this.#routes = { key, value: new Routes(configs.flatMap(pagesIn)) };
    }
    return this.#routes.value;
  }

  findings(file: ConfigFile, project: Project): FileFindings {
    const known = this.#findings.get(file) ?? inspectFile(file, project);
    this.#findings.set(file, known);
    return known;
  }

  emitter(project: Project): Emitter {
    if (this.#emitter?.project !== project) this.#emitter = new Emitter(project);
    return this.#emitter;
  }
}

/** What each file declares, as texts to compare. The texts are made once for a file, so that comparing them is quick. */
type Key = readonly string[];

const keyOf = (configs: readonly ConfigFile[], declares: (file: ConfigFile) => string): Key =>
  configs.flatMap((file) => {
    const text = declares(file);
    return text === '' ? [] : [file.yaml.path, text];
  });

const sameKey = (a: Key | undefined, b: Key) =>
  a?.length === b.length && b.every((text, index) => text === a[index]);

function sameTexts(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);
}
