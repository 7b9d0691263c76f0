import type {
  CallBinding,
  CallContract,
  ErrorsConfig,
  PageConfig,
  Registry,
  ShellBody,
  ShellConfig,
} from '#engine/generated/schemas.ts';
import { asObject } from '../json.ts';
import type { Project } from '../project/project.ts';
import { emitBinding, emitContract } from '../schema/call.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import { defaultErrors } from '../schema/default-errors.ts';
import { fillDefaults } from '../schema/defaults.ts';
import { shellName } from '../schema/file-kind.ts';
import { rootMeta } from '../schema/meta.ts';
import { VISITOR } from '../schema/site.ts';
import type { YamlFile } from '../source/yaml-file.ts';
import { emitDefinitions } from './definitions.ts';
import { type EmittedPage, emitPage } from './page.ts';
import { emitShell } from './shell.ts';

type EmittedCalls = Pick<Registry, 'calls' | 'contracts'>;

/** Emits the registry of a config without errors, which renderer, runtime and server read; caches the output of each file. */
export class Emitter {
  readonly project: Project;
  readonly #pages: WeakMap<YamlFile, EmittedPage>;
  readonly #shells: WeakMap<YamlFile, ShellBody>;
  /** Of the files that declare them as they were last. */
  #calls: { files: readonly YamlFile[]; emitted: EmittedCalls } | undefined;

  /** @param before the previous emitter, whose output is kept when schemas, slots and shells are the same */
  constructor(project: Project, before?: Emitter) {
    this.project = project;
    const keeps = before !== undefined && sameDependencies(before.project, project);
    this.#pages = keeps ? before.#pages : new WeakMap();
    this.#shells = keeps ? before.#shells : new WeakMap();
  }

  emit(files: readonly ConfigFile[]): Registry {
    const { library, site } = this.project;
    const pages = files.filter(({ kind }) => kind === 'page').map(({ yaml }) => this.#page(yaml));
    const shells = files
      .filter(({ kind }) => kind === 'shell')
      .map(({ yaml }) => [shellName(yaml.path), this.#shell(yaml)]);
    const errors = files.find(({ kind }) => kind === 'errors')?.yaml.value;
    return {
      site,
      routes: pages.map(({ route }) => route),
      pages: Object.fromEntries(pages.flatMap(({ bodies }) => bodies)),
      shells: Object.fromEntries(shells),
      ...this.#callsIn(files.filter(({ kind }) => kind === 'api').map(({ yaml }) => yaml)),
      errors: fillDefaults(
        library.config.get('errors') ?? {},
        errors ?? defaultErrors(site),
        library,
      ) as ErrorsConfig,
      slots: this.#slots(),
      definitions: emitDefinitions(library),
    };
  }

  #page(yaml: YamlFile): EmittedPage {
    const root = { meta: rootMeta(this.project.shells), access: VISITOR, title: null };
    const page = this.#pages.get(yaml) ?? emitPage(yaml.value as PageConfig, [], root, this.#context(yaml));
    this.#pages.set(yaml, page);
    return page;
  }

  #shell(yaml: YamlFile): ShellBody {
    const shell = this.#shells.get(yaml) ?? emitShell(yaml.value as ShellConfig, this.#context(yaml));
    this.#shells.set(yaml, shell);
    return shell;
  }

  #context(file: YamlFile) {
    return { file, library: this.project.library, slots: this.project.slots };
  }

  #callsIn(files: readonly YamlFile[]): EmittedCalls {
    const known = this.#calls;
    const isSame =
      known?.files.length === files.length && files.every((yaml, at) => yaml === known.files[at]);
    const emitted = isSame ? known.emitted : this.#emitCalls(files);
    this.#calls = { files, emitted };
    return emitted;
  }

  #emitCalls(files: readonly YamlFile[]): EmittedCalls {
    const yamlOf = new Map(files.map((yaml) => [yaml.path, yaml]));
    const calls: Record<string, CallBinding> = {};
    const contracts: Record<string, CallContract> = {};
    for (const { name, config, file, pointer } of this.project.calls.values()) {
      calls[name] = emitBinding(config, { name, ...this.project });
      contracts[name] = emitContract(config, this.project.site, {
        file,
        line: yamlOf.get(file)?.line(pointer) ?? 1,
      });
    }
    return { calls, contracts };
  }

  #slots(): Registry['slots'] {
    const { library, slots } = this.project;
    const schema = asObject(library.config.get('slot')?.['additionalProperties']);
    const filled = Object.entries(slots).map(([name, slot]) => [name, fillDefaults(schema, slot, library)]);
    return Object.fromEntries(filled) as Registry['slots'];
  }
}

function sameDependencies(a: Project, b: Project): boolean {
  if (a.library !== b.library) return false;
  return (
    JSON.stringify(a.slots) === JSON.stringify(b.slots) &&
    JSON.stringify([...a.shells].sort()) === JSON.stringify([...b.shells].sort())
  );
}
