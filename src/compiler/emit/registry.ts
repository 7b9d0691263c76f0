import type { ErrorsConfig, PageConfig, Registry, ShellConfig } from '#generated/schemas.ts';
import { shellName } from '../project/file-kind.ts';
import type { ConfigFile, Project } from '../project/project.ts';
import { emitBinding, emitContract } from './call.ts';
import { fillDefaults } from './defaults.ts';
import { emitDefinitions } from './definitions.ts';
import { rootMeta } from './meta.ts';
import { emitPage } from './page.ts';
import { emitShell } from './shell.ts';

/** A config without errors -> what the renderer, the runtime and the server read. */
export function emitRegistry(project: Project, files: readonly ConfigFile[]): Registry {
  const { library, site, slots } = project;
  const root = { meta: rootMeta(project.shells), access: 'visitor', title: null } as const;
  const registry: Registry = {
    site,
    routes: [],
    pages: {},
    shells: {},
    calls: {},
    errors: { success: [], rules: [] },
    slots: fillSlots(project),
    contracts: {},
    definitions: emitDefinitions(library),
  };
  for (const { kind, yaml } of files) {
    const context = { file: yaml, library, slots };
    if (kind === 'errors') {
      registry.errors = fillDefaults(library.config.get('errors') ?? {}, yaml.value, library) as ErrorsConfig;
    } else if (kind === 'shell') {
      registry.shells[shellName(yaml.path)] = emitShell(yaml.value as ShellConfig, context);
    } else if (kind === 'page') {
      const { route, bodies } = emitPage(yaml.value as PageConfig, [], root, context);
      registry.routes.push(route);
      Object.assign(registry.pages, Object.fromEntries(bodies));
    }
  }
  const lines = new Map(files.map(({ yaml }) => [yaml.path, yaml]));
  for (const { name, config, file, pointer } of project.calls.values()) {
    registry.calls[name] = emitBinding(config, site);
    registry.contracts[name] = emitContract(config, site, {
      file,
      line: lines.get(file)?.line(pointer) ?? 1,
    });
  }
  return registry;
}

function fillSlots({ slots, library }: Project): Registry['slots'] {
  const schema = library.config.get('slot')?.['additionalProperties'];
  const fill = (slot: unknown) =>
    fillDefaults(typeof schema === 'object' && schema !== null ? { ...schema } : {}, slot, library);
  return Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => [name, fill(slot)]),
  ) as Registry['slots'];
}
