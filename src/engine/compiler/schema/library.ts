import { asObject, isObject } from '../json.ts';
import { parsePointer, valueAt } from '../source/pointer.ts';
import type { JsonSchema } from './field.ts';
import { inLocale, localeOf } from './locale.ts';

/** A schema file that cannot be read. */
export interface SchemaFault {
  path: string;
  detail: string;
}

/**
 * All schemas by kind and name. Every `$ref` inside is absolute: `entity:<name>`, `block:<type>`, `config:<kind>` or
 * `site:<part>`, so that any fragment can be compiled alone. A block type or an entity of the shop's stands in
 * place of the engine's of the same name: what comes later in `files` wins.
 */
export interface SchemaLibrary {
  config: ReadonlyMap<string, JsonSchema>;
  blocks: ReadonlyMap<string, JsonSchema>;
  entities: ReadonlyMap<string, JsonSchema>;
  /** The shop's schemas for its own parts of `site.yaml`: `constants`, `remember`. */
  site: ReadonlyMap<string, JsonSchema>;
  faults: readonly SchemaFault[];
  /** The schema that an absolute reference names. */
  resolve(ref: string): JsonSchema | undefined;
}

/** Below `schemas` itself, or below a folder of the engine's or of the shop's there. */
const FILE = /^schemas\/(?:[\w-]+\/)?(config|blocks|entities|site)\/(.+)\.schema\.json$/;

/** What the ids of a folder's schemas begin with. */
const SCHEMES = { config: 'config', blocks: 'block', entities: 'entity', site: 'site' } as const;

type SchemaFolder = keyof typeof SCHEMES;

/** The absolute id of the schema of this kind and name. */
export const schemaId = (folder: SchemaFolder, name: string): string => `${SCHEMES[folder]}:${name}`;

/** `schemas/…/blocks/<type>.schema.json` -> `<type>`; undefined for every other file. */
export function blockTypeOf(path: string): string | undefined {
  const [, folder, name] = FILE.exec(path) ?? [];
  return folder === 'blocks' ? name : undefined;
}

/** The schemas of earlier reads for the same locale, by path: a schema with the same JSON stays the same object. */
export type KnownSchemas = Map<string, { text: string; json: string; schema: JsonSchema }>;

/** `schemas/**.json` texts -> library, with the defaults of a locale. Files that are no JSON objects become faults. */
export function readSchemas(
  files: ReadonlyMap<string, string>,
  { locale = localeOf(files), known = new Map() }: { locale?: string; known?: KnownSchemas } = {},
): SchemaLibrary {
  const folders = {
    config: new Map<string, JsonSchema>(),
    blocks: new Map<string, JsonSchema>(),
    entities: new Map<string, JsonSchema>(),
    site: new Map<string, JsonSchema>(),
  };
  const byId = new Map<string, JsonSchema>();
  const faults: SchemaFault[] = [];
  for (const [path, text] of files) {
    const match = FILE.exec(path);
    if (match === null) continue;
    const before = known.get(path);
    const parsed = before?.text === text ? undefined : readJson(text);
    if (parsed !== undefined && !isObject(parsed.value)) {
      faults.push({ path, detail: parsed.detail });
      continue;
    }
    const schema =
      parsed === undefined ? before?.schema : renewed({ path, text, locale }, parsed.value, known);
    if (schema === undefined) continue;
    byId.set(schemaId(match[1] as SchemaFolder, match[2] ?? ''), schema);
    folders[match[1] as SchemaFolder].set(match[2] ?? '', schema);
  }
  const site = folders.config.get('site');
  if (site !== undefined && folders.site.size > 0) {
    const whole = withOwnParts(site, [...folders.site.keys()], known);
    folders.config.set('site', whole);
    byId.set(schemaId('config', 'site'), whole);
  }
  const resolve = (ref: string) => {
    const [id = '', pointer = ''] = ref.split('#');
    const root = byId.get(id);
    const found = pointer === '' ? root : valueAt(root, parsePointer(pointer));
    return isObject(found) ? found : undefined;
  };
  return { ...folders, faults, resolve };
}

/** The key of the schema of `site.yaml` in `KnownSchemas`; no file has this path. */
const WHOLE_SITE = 'site';

/** The engine's schema of `site.yaml` with the parts that the shop has schemas of its own for. */
function withOwnParts(site: JsonSchema, parts: readonly string[], known: KnownSchemas): JsonSchema {
  const properties = asObject(site['properties']);
  const own = parts.flatMap((part) => {
    const property = properties[part];
    if (!isObject(property)) return [];
    const { description, default: usual } = property;
    return [[part, { description, default: usual, $ref: schemaId('site', part) }] as const];
  });
  const schema = { ...site, properties: { ...properties, ...Object.fromEntries(own) } };
  const json = JSON.stringify(schema);
  const before = known.get(WHOLE_SITE);
  if (before?.json === json) return before.schema;
  known.set(WHOLE_SITE, { text: '', json, schema });
  return schema;
}

function renewed(
  { path, text, locale }: { path: string; text: string; locale: string },
  value: unknown,
  known: KnownSchemas,
): JsonSchema {
  const json = JSON.stringify(value);
  const before = known.get(path);
  const schema = before?.json === json ? before.schema : (settled(value, path, locale) as JsonSchema);
  known.set(path, { text, json, schema });
  return schema;
}

/** The id of a schema file; its path where it is none that a schema may refer to. */
function idOfFile(path: string): string {
  const [, folder, name] = FILE.exec(path) ?? [];
  return folder === undefined || name === undefined ? path : schemaId(folder as SchemaFolder, name);
}

function readJson(text: string): { value: unknown; detail: string } {
  try {
    return { value: JSON.parse(text), detail: 'not an object' };
  } catch (error) {
    return { value: undefined, detail: error instanceof Error ? error.message : 'not JSON' };
  }
}

/** A part of a schema with absolute references, and the words and defaults of a locale. */
function settled(node: unknown, path: string, locale: string): unknown {
  if (Array.isArray(node)) return node.map((item) => settled(item, path, locale));
  if (!isObject(node)) return node;
  const entries = Object.entries(inLocale(node, locale)).map(([key, value]) => {
    if (key === '$ref' && typeof value === 'string') return [key, absoluteRef(value, path)];
    // The examples of a schema are values; a field may be named so, too.
    return [key, key === 'examples' && Array.isArray(value) ? value : settled(value, path, locale)];
  });
  return Object.fromEntries(entries);
}

function absoluteRef(ref: string, path: string): string {
  const [file = '', pointer] = ref.split('#');
  const target = file === '' ? path : new URL(file, `file:///${path}`).pathname.slice(1);
  return pointer === undefined ? idOfFile(target) : `${idOfFile(target)}#${pointer}`;
}

/** Follows `$ref` until the schema itself; an unknown target is the empty schema, which allows everything. */
export function deref(schema: unknown, library: Pick<SchemaLibrary, 'resolve'>): JsonSchema {
  let current = asObject(schema);
  for (let hops = 0; typeof current['$ref'] === 'string' && hops < 20; hops++) {
    current = library.resolve(current['$ref']) ?? {};
  }
  return current;
}
