import type { CallConfig, SiteConfig, SlotConfig } from '#generated/schemas.ts';
import { emitSite } from '../emit/site.ts';
import { asList, asObject, isObject, type Json, objectEntries } from '../json.ts';
import { memo } from '../memo.ts';
import type { Pointer } from '../source/pointer.ts';
import type { YamlFile } from '../source/yaml-file.ts';
import { validatorOf } from '../validate/validator.ts';
import { type FileKind, shellName } from './file-kind.ts';
import type { SchemaLibrary } from './schema-library.ts';

/** Where a thing is declared. */
export interface Place {
  file: string;
  pointer: Pointer;
}

interface DeclaredCall extends Place {
  name: string;
  config: CallConfig;
}

/** A page as other files see it: everything but its data and blocks. */
export interface DeclaredPage extends Place {
  name: string | undefined;
  path: string | undefined;
  alias: readonly string[];
  redirect: string | undefined;
  isLayout: boolean;
}

/** A page around others is shown only through them, unless it redirects. */
export function isReachable({ isLayout, redirect }: DeclaredPage): boolean {
  return !isLayout || redirect !== undefined;
}

/** What one file may know of the others. Two projects that declare the same things are the same object. */
export interface Project {
  library: SchemaLibrary;
  site: SiteConfig;
  calls: ReadonlyMap<string, DeclaredCall>;
  /** Calls that are not declared as they should be: their names are known, nothing else. */
  brokenCalls: ReadonlySet<string>;
  slots: SlotConfig;
  shells: ReadonlySet<string>;
  pages: readonly DeclaredPage[];
}

export interface ConfigFile {
  kind: FileKind;
  yaml: YamlFile;
}

/** The parts of a file that others may depend on, as a text to compare: an edit that leaves it alone stays local. */
export const declarationKey: (file: ConfigFile) => string = memo(makeKey);

function makeKey({ kind, yaml }: ConfigFile): string {
  if (kind === 'shell') return shellName(yaml.path);
  if (kind === 'errors') return '';
  return JSON.stringify(kind === 'page' ? withoutContent(yaml.value) : yaml.value) ?? '';
}

function withoutContent(page: unknown): unknown {
  if (!isObject(page)) return null;
  const { data: _, blocks: __, children, ...rest } = page;
  return children === undefined ? rest : { ...rest, children: asList(children).map(withoutContent) };
}

/** Gathers the declarations of all files. Takes what it can from files that are half right. */
export function gatherProject(files: readonly ConfigFile[], library: SchemaLibrary): Project {
  const calls = new Map<string, DeclaredCall>();
  const brokenCalls = new Set<string>();
  const shells = new Set<string>();
  const pages: DeclaredPage[] = [];
  let site: unknown;
  let slots: Json = {};
  for (const { kind, yaml } of files) {
    if (kind === 'site') site = yaml.value;
    else if (kind === 'ads') slots = Object.fromEntries(objectEntries(yaml.value));
    else if (kind === 'shell') shells.add(shellName(yaml.path));
    else if (kind === 'page') gatherPages(yaml, [], pages);
    else if (kind === 'api') {
      for (const [name, config] of objectEntries(yaml.value)) {
        if (!isCall(config, library)) brokenCalls.add(name);
        else if (!calls.has(name)) calls.set(name, { name, config, file: yaml.path, pointer: [name] });
      }
    }
  }
  return {
    library,
    site: emitSite(site, library),
    calls,
    brokenCalls,
    slots: slots as SlotConfig,
    shells,
    pages,
  };
}

function isCall(value: Json, library: SchemaLibrary): value is CallConfig {
  const schema = asObject(asObject(library.config.get('call'))['additionalProperties']);
  return validatorOf(library).errors(schema, value).length === 0;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function gatherPages(yaml: YamlFile, pointer: Pointer, into: DeclaredPage[]): void {
  const page = asObject(yaml.at(pointer));
  const children = asList(page['children']);
  const declared: DeclaredPage = {
    file: yaml.path,
    pointer,
    name: textOf(page['name']),
    path: textOf(page['path']),
    alias: asList(page['alias']).filter((path) => typeof path === 'string'),
    redirect: textOf(page['redirect']),
    isLayout: children.length > 0,
  };
  into.push(declared);
  for (const index of children.keys()) gatherPages(yaml, [...pointer, 'children', index], into);
}
