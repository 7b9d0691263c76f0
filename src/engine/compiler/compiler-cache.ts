import { corrected } from './correct/correct.ts';
import { Emitter } from './emit/registry.ts';
import { changedNames, isMissing, keyOfName } from './graph/changed-names.ts';
import { pagesIn, pagesKey } from './graph/pages.ts';
import { Routes } from './graph/routes.ts';
import { type FileFindings, inspectFile } from './inspect.ts';
import { asObject } from './json.ts';
import { declarationsIn, type Kept } from './kept.ts';
import { repaired } from './layout/repair.ts';
import { declarationKey, gatherProject, type Project } from './project/project.ts';
import type { ConfigFile } from './schema/config-file.ts';
import { fileKind } from './schema/file-kind.ts';
import { type GraphqlQueries, isGraphqlFile, readQueries } from './schema/graphql.ts';
import { type KnownSchemas, readSchemas, type SchemaLibrary } from './schema/library.ts';
import { SITE_FILE, siteLocale } from './schema/locale.ts';
import { YamlFile } from './source/yaml-file.ts';

/** Path -> text. */
type Texts = ReadonlyMap<string, string>;

/** A file as it is written, and as it was corrected with these schemas. */
interface CachedFile {
  written: YamlFile;
  library: SchemaLibrary;
  file: ConfigFile;
}

/** The results of the last compilation, so that a change costs little more than the files that it affects. */
export class CompilerCache {
  readonly #written = new Map<string, YamlFile>();
  #configs = new Map<string, CachedFile>();
  #library: { texts: Texts; locale: string; value: SchemaLibrary } | undefined;
  #schemas: KnownSchemas = new Map();
  #queries: { texts: Texts; value: GraphqlQueries } | undefined;
  #project: { key: Key; value: Project } | undefined;
  #routes: { key: Key; value: Routes } | undefined;
  #findings = new WeakMap<ConfigFile, FileFindings>();
  #emitter: Emitter | undefined;
  /** Until the first compilation. */
  #kept: Kept | undefined;

  constructor(kept?: Kept) {
    this.#kept = kept;
  }

  library(files: Texts): SchemaLibrary {
    const texts = new Map([...files].filter(([path]) => path.startsWith('schemas/')));
    const locale = siteLocale(this.#read(SITE_FILE, files.get(SITE_FILE) ?? '').value);
    if (this.#library?.locale !== locale) this.#schemas = new Map();
    if (this.#library?.locale !== locale || !sameTexts(this.#library.texts, texts)) {
      const value = readSchemas(texts, { locale, known: this.#schemas });
      this.#library = { texts, locale, value };
    }
    return this.#library.value;
  }

  configs(files: Texts, library: SchemaLibrary): ConfigFile[] {
    const next = this.#restored(files, library);
    for (const [path, text] of files) {
      const kind = fileKind(path);
      if (kind === undefined || next.has(path)) continue;
      const known = this.#configs.get(path);
      const written = this.#read(path, text);
      if (known !== undefined && known.written === written && known.library === library)
        next.set(path, known);
      else {
        const yaml = corrected(library)({ kind, yaml: repaired(library)({ kind, yaml: written }) });
        const file = known?.file.yaml === yaml ? known.file : { kind, yaml };
        next.set(path, { written, library, file });
      }
    }
    for (const path of this.#written.keys()) if (!next.has(path)) this.#written.delete(path);
    this.#configs = next;
    return [...next].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { file }]) => file);
  }

  /** The files that are still as another process has left them, with their findings: none. */
  #restored(files: Texts, library: SchemaLibrary): Map<string, CachedFile> {
    const kept = this.#kept;
    this.#kept = undefined;
    const restored = new Map<string, CachedFile>();
    if (kept === undefined || !sameTexts(kept.declarations, declarationsIn(files))) return restored;
    for (const [path, { text, value, facts }] of kept.files) {
      const kind = fileKind(path);
      if (kind === undefined || files.get(path) !== text) continue;
      const written = YamlFile.ofValue(path, text, value);
      const file = { kind, yaml: written };
      this.#written.set(path, written);
      this.#findings.set(file, { found: [], facts });
      restored.set(path, { written, library, file });
    }
    return restored;
  }

  /** What the last compilation leaves to another process: the files that it read as they are written, and had nothing to say of. */
  keep(files: Texts): Kept {
    const kept = [...this.#configs].flatMap(([path, { written, file }]) => {
      const findings = this.#findings.get(file);
      return file.yaml !== written || findings === undefined || findings.found.length > 0
        ? []
        : [[path, { text: written.text, value: written.value, facts: findings.facts }] as const];
    });
    return { declarations: declarationsIn(files), files: new Map(kept) };
  }

  /** The same queries as before when no file of them has changed. */
  queries(files: Texts): GraphqlQueries {
    const texts = new Map([...files].filter(([path]) => isGraphqlFile(path)));
    if (this.#queries === undefined || !sameTexts(this.#queries.texts, texts))
      this.#queries = { texts, value: readQueries(texts) };
    return this.#queries.value;
  }

  /** The file as it is written, parsed once for each text. */
  #read(path: string, text: string): YamlFile {
    const known = this.#written.get(path);
    if (known?.text === text) return known;
    const file = new YamlFile(path, text);
    this.#written.set(path, file);
    return file;
  }

  /** The same project as before when no declaration has changed. */
  project(configs: readonly ConfigFile[], library: SchemaLibrary, queries: GraphqlQueries): Project {
    const key = keyOf(configs, declarationKey);
    const known = this.#project;
    if (
      known &&
      sameKey(known.key, key) &&
      known.value.library === library &&
      known.value.queries === queries
    )
      return known.value;
    const value = gatherProject(configs, library, queries);
    this.#keepFindings(configs, known?.value, value);
    this.#project = { key, value };
    return value;
  }

  /** Keeps the findings of the files that a new project does not affect; those that another process has left were made for the first. */
  #keepFindings(configs: readonly ConfigFile[], before: Project | undefined, after: Project): void {
    if (before === undefined) return;
    const changed = changedNames(before, after);
    const kept = new WeakMap<ConfigFile, FileFindings>();
    for (const file of changed === null ? [] : configs) {
      const known = this.#findings.get(file);
      if (known !== undefined && changed !== null && !isAffected(file, known, changed, after))
        kept.set(file, known);
    }
    this.#findings = kept;
  }

  /** The same routes as before when no page has moved. */
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
    if (this.#emitter?.project !== project) this.#emitter = new Emitter(project, this.#emitter);
    return this.#emitter;
  }
}

/** May the findings of a file change with these names? Files of settings always: they are few. An unknown name may be known now. */
function isAffected(
  { kind, yaml }: ConfigFile,
  { facts, found }: FileFindings,
  changed: ReadonlySet<string>,
  now: Project,
): boolean {
  if (kind !== 'page' && kind !== 'shell' && kind !== 'api') return true;
  const own = kind === 'api' ? Object.keys(asObject(yaml.value)) : [];
  if (own.some((name) => changed.has(keyOfName({ kind: 'call', name })))) return true;
  if (facts.names.some((name) => changed.has(keyOfName(name)) || isMissing(name, now))) return true;
  const renewed = facts.renewed.map((name) => ({ kind: 'call' as const, name }));
  if (renewed.some((name) => changed.has(keyOfName(name)) || (kind === 'api' && isMissing(name, now))))
    return true;
  return found.some(
    ({ code }) => code.startsWith('unknown-') || code === 'action-target' || code === 'block-place',
  );
}

/** The declarations of each file as texts to compare, which are memoized per file. */
type Key = readonly string[];

const keyOf = (configs: readonly ConfigFile[], declares: (file: ConfigFile) => string): Key =>
  configs.flatMap((file) => {
    const text = declares(file);
    return text === '' ? [] : [file.yaml.path, text];
  });

const sameKey = (a: Key | undefined, b: Key) =>
  a?.length === b.length && b.every((text, index) => text === a[index]);

function sameTexts(a: Texts, b: Texts): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);
}
