import { CHECKS } from '#engine/compiler/checks/index.ts';
import { asList, asObject } from '#engine/compiler/json.ts';
import { gatherProject } from '#engine/compiler/project/project.ts';
import type { ConfigFile } from '#engine/compiler/schema/config-file.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { fileKind } from '#engine/compiler/schema/file-kind.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import { blockDefinitions } from './editor/blocks.ts';
import { argumentsByCall } from './editor/calls.ts';
import { offered, oneOfWords } from './editor/choices.ts';
import { mappingDefinitions } from './editor/mapping.ts';
import { propSchema } from './editor/props.ts';
import { rewrite } from './editor/rewrite.ts';
import { gatherWords, type Words } from './editor/words.ts';

/** Kinds of config files that an editor has a schema for; the same names as in `schemas/engine/config`. */
const KINDS = ['page', 'shell', 'site', 'call', 'slot', 'errors'] as const;

/**
 * What an editor with the YAML language server knows of this shop: one self-contained schema for each kind of config
 * file, made of `schemas/` and of the names that `files` declare. Keys are file names, values JSON.
 */
export function editorSchemas(files: ReadonlyMap<string, string>): Map<string, string> {
  const configs: ConfigFile[] = [...files].flatMap(([path, text]) => {
    const kind = fileKind(path);
    return kind === undefined ? [] : [{ kind, yaml: new YamlFile(path, text) }];
  });
  const library = readSchemas(files);
  const project = gatherProject(configs, library);
  const words = gatherWords(project, configs);
  const base: Record<string, JsonSchema> = {};
  const named = [
    ...library.config,
    ...[...library.site].map(([part, schema]) => [`site.${part}`, schema] as const),
  ];
  for (const [name, schema] of named) {
    base[name] = rewrite(schema);
    for (const [part, nested] of Object.entries(asObject(schema['$defs'])))
      base[`${name}.${part}`] = rewrite(nested);
  }
  const entities = [...library.entities].map(([name, schema]) => [
    `entity.${name}`,
    rewrite(schema, (part) => propSchema(part, library)),
  ]);
  const byCall = argumentsByCall(project.calls);
  const definitions: Record<string, JsonSchema> = {
    ...Object.fromEntries(entities),
    ...base,
    ...nameDefinitions(words),
    ...mappingDefinitions(library),
    ...blockDefinitions(library),
    data: withArguments(base['data'] ?? {}, byCall),
    action: actionWithArguments(base['action'] ?? {}, byCall),
    site: siteWithChecks(base['site'] ?? {}),
    'page.remember': { ...base['page.remember'], propertyNames: oneOfWords(words.remembered) },
  };
  return new Map(KINDS.map((kind) => [`${kind}.schema.json`, bundle(kind, definitions)]));
}

function nameDefinitions(words: Words): Record<string, JsonSchema> {
  const text = { type: 'string' };
  return {
    'call-name': oneOfWords(words.calls),
    'slot-name': oneOfWords(words.slots),
    'shell-name': oneOfWords(words.shells),
    'role-name': oneOfWords(words.roles),
    link: offered(words.links, text),
    live: offered(words.references, { type: 'string', pattern: '\\$' }),
    reference: offered(words.references, { type: 'string', pattern: '^\\$' }),
  };
}

function withArguments(data: JsonSchema, byCall: JsonSchema[]): JsonSchema {
  return { ...data, additionalProperties: { ...asObject(data['additionalProperties']), allOf: byCall } };
}

function actionWithArguments(action: JsonSchema, byCall: JsonSchema[]): JsonSchema {
  const branches = asList(action['oneOf']).map(asObject);
  const calling = branches.find(({ required }) => asList(required).includes('call'));
  return { ...action, oneOf: [{ ...calling, allOf: byCall }, ...branches.filter((one) => one !== calling)] };
}

/** The severity of each check that may be turned down. */
function siteWithChecks(site: JsonSchema): JsonSchema {
  const properties = asObject(site['properties']);
  const { additionalProperties: severity, ...checks } = asObject(properties['checks']);
  const known = CHECKS.filter(({ meta }) => meta.essential !== true).map(({ meta }) => [
    meta.code,
    { ...asObject(severity), title: meta.title.zh, description: meta.description.zh },
  ]);
  const named = { ...checks, additionalProperties: false, properties: Object.fromEntries(known) };
  return { ...site, properties: { ...properties, checks: named } };
}

/** One kind with all the definitions that it reaches. */
function bundle(kind: string, definitions: Readonly<Record<string, JsonSchema>>): string {
  const reached: Record<string, JsonSchema> = {};
  const reach = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(reach);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref' || typeof value !== 'string') reach(value);
      else {
        const name = value.replace('#/definitions/', '');
        if (Object.hasOwn(reached, name)) continue;
        reached[name] = definitions[name] ?? {};
        reach(reached[name]);
      }
    }
  };
  const root = definitions[kind] ?? {};
  reach(root);
  return JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...root,
    definitions: reached,
  });
}
