import { compile, type JSONSchema } from 'json-schema-to-typescript';

type Node = Record<string, unknown>;

/** `../entities/product-card.schema.json` -> `product-card`. */
const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace('.schema.json', '');

export const pascal = (name: string) =>
  name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Schema names are unique per room; a room's prefix or suffix keeps two rooms from meeting. */
function typeName(path: string): string {
  const name = baseName(path);
  if (path.includes('/blocks/')) return `${pascal(name)}Props`;
  if (path.includes('/config/')) return CONFIG_NAMES[name] ?? `${pascal(name)}Config`;
  if (SITE_PART.test(path)) return `Site${pascal(name)}`;
  return pascal(name);
}

/** A schema of the shop's for a part of `site.yaml`. */
const SITE_PART = /\/site\/([\w-]+)\.schema\.json$/;

const CONFIG_NAMES: Record<string, string> = {
  reference: 'Reference',
  condition: 'Condition',
  action: 'Action',
  schedule: 'Schedule',
  'page-schedule': 'PageSchedule',
  field: 'FieldSchema',
  call: 'CallFile',
};

const NESTED_NAMES: Record<string, string> = {
  fields: 'CallFields',
  call: 'CallConfig',
  meta: 'PageMeta',
  role: 'SiteRole',
  preview: 'RolePreview',
};

/** Keywords that carry types; the rest says nothing to TypeScript, or (title) would name it in Chinese. */
const KEPT = ['description', 'type', 'enum', 'const', 'required', 'tsType', 'minItems', 'maxItems'];
const ONE = ['items', 'additionalProperties'];
const MANY = ['oneOf', 'anyOf', 'allOf'];
const SHAPES = ['type', 'enum', 'const', '$ref', 'properties', ...MANY];

interface Room {
  path: string;
  /** Whose types are written; those of other folders are imported. */
  folder: string;
  /** Props with a default are always there for the code that reads them. */
  fillsDefaults: boolean;
}

/** What a prop that is evaluated per item gives; without a type it gives the value as it is. */
const PER_ITEM: Record<string, string> = {
  boolean: 'boolean',
  string: 'string',
  number: 'number',
  integer: 'number',
};

/** One schema -> the same, with references into one shared `$defs` and names that TypeScript can use. */
function adapt(node: unknown, room: Room): unknown {
  if (!isNode(node)) return node;
  if (typeof node['$ref'] === 'string') return referenceTo(node['$ref'], room);
  const description = node['description'];
  if (typeof node['perItem'] === 'string') {
    return { description, tsType: `(item: unknown) => ${PER_ITEM[String(node['type'])] ?? 'unknown'}` };
  }
  if (!SHAPES.some((key) => key in node)) return { description, tsType: 'unknown' };
  const out: Node = {};
  for (const key of KEPT) if (key in node) out[key] = node[key];
  if (node['minItems'] !== node['maxItems']) {
    delete out['minItems'];
    delete out['maxItems'];
  }
  for (const key of ONE) if (key in node) out[key] = adapt(node[key], room);
  for (const key of MANY)
    if (key in node) out[key] = (node[key] as unknown[]).map((part) => adapt(part, room));
  if (!isNode(node['properties'])) return out;
  const properties = Object.entries(node['properties']);
  out['properties'] = Object.fromEntries(properties.map(([name, prop]) => [name, adapt(prop, room)]));
  if (room.fillsDefaults) {
    const filled = properties.filter(([, prop]) => isNode(prop) && 'default' in prop).map(([name]) => name);
    out['required'] = [...new Set([...((node['required'] as string[] | undefined) ?? []), ...filled])];
  }
  return spread(out);
}

/** `allOf` beside `properties` becomes one more member of `allOf`, the form that the type writer understands. */
function spread(node: Node): Node {
  const { allOf, ...own } = node;
  if (!Array.isArray(allOf)) return node;
  return { description: own['description'], allOf: [...allOf, { ...own, additionalProperties: false }] };
}

/** A type of this folder is referred to; one of another folder stands there by its name, to be imported. */
function referenceTo(ref: string, { path, folder }: Room): Node {
  const local = localRef(ref, path);
  const isOwn = fileOf(ref, path).startsWith(`${folder}/`);
  return isOwn ? { $ref: local } : { tsType: local.slice('#/$defs/'.length) };
}

/** The file that a reference in `path` leads to. */
function fileOf(ref: string, path: string): string {
  const [file = ''] = ref.split('#');
  return file === '' ? path : new URL(file, `file:///${path}`).pathname.slice(1);
}

function localRef(ref: string, path: string): string {
  const [, pointer = ''] = ref.split('#');
  const nested = pointer.startsWith('/$defs/') ? pointer.slice('/$defs/'.length) : '';
  if (nested) return `#/$defs/${NESTED_NAMES[nested] ?? pascal(nested)}`;
  return `#/$defs/${typeName(fileOf(ref, path))}`;
}

/** Kinds of config that the registry holds with their defaults. */
const FILLED_CONFIG = /\/config\/(?:site|auth|errors)\.schema\.json$/;

/** Are the defaults of these props filled in before the code sees them? */
const fillsDefaults = (path: string) =>
  path.includes('/blocks/') || FILLED_CONFIG.test(path) || SITE_PART.test(path);

/** The schemas of one owner, and whose they may refer to. */
export interface TypeSource {
  /** Folder that all of the files are below, such as `schemas/shop`. */
  folder: string;
  /** Path -> text. */
  files: ReadonlyMap<string, string>;
  /** Module of the types that these schemas refer to besides their own. */
  base?: { schemas: string; blocks: string };
}

/** Types of the schemas of one owner, and the map from block type to props and events. */
export async function generateTypes({
  folder,
  files,
  base,
}: TypeSource): Promise<{ types: string; blocks: string }> {
  const defs: Record<string, Node> = {};
  const blockTypes: BlockTypeSource[] = [];
  for (const [path, text] of files) {
    const schema = JSON.parse(text) as Node;
    const room = { path, folder, fillsDefaults: fillsDefaults(path) };
    for (const [name, nested] of Object.entries((schema['$defs'] as Node | undefined) ?? {})) {
      defs[NESTED_NAMES[name] ?? pascal(name)] = adapt(nested, room) as Node;
    }
    defs[typeName(path)] = adapt(schema, room) as Node;
    if (!path.includes('/blocks/')) continue;
    const events = (schema['events'] as Record<string, Node> | undefined) ?? {};
    blockTypes.push({ type: baseName(path), path, events });
    for (const [event, { payload, answer }] of Object.entries(events)) {
      if (payload !== undefined)
        defs[eventName(baseName(path), event)] = adapt(payload, { ...room, fillsDefaults: true }) as Node;
      if (answer !== undefined) defs[answerName(baseName(path), event)] = adapt(answer, room) as Node;
    }
  }
  const root = { type: 'object', additionalProperties: false, $defs: defs } as JSONSchema;
  const types = await compile(root, 'SchemaRoot', {
    unreachableDefinitions: true,
    additionalProperties: true,
    format: false,
    bannerComment: bannerOf(folder),
  });
  const own = types.replace(NOISE, '');
  return {
    types:
      base === undefined
        ? own
        : withBase(own, folder, base.schemas, importedTypes(files, folder)) + ownSite(files, base.schemas),
    blocks: blockMap(blockTypes, folder, base?.blocks),
  };
}

/** Names of the types of other folders that these schemas refer to. */
function importedTypes(files: ReadonlyMap<string, string>, folder: string): string[] {
  const names = [...files].flatMap(([path, text]) =>
    Array.from(text.matchAll(/"\$ref":\s*"([^"]+)"/g), ([, ref = '']) => ref)
      .filter((ref) => !fileOf(ref, path).startsWith(`${folder}/`))
      .map((ref) => localRef(ref, path).slice('#/$defs/'.length)),
  );
  return [...new Set(names)].toSorted();
}

/** Puts the types of another module before these: those that are needed here, and all of them for whoever reads these. */
function withBase(types: string, folder: string, module: string, imported: readonly string[]): string {
  const banner = bannerOf(folder);
  return `${banner}
import type { ${imported.join(', ')} } from '${module}';

export type * from '${module}';
${types.slice(banner.length)}`;
}

/** The writer's root, which is empty, and its remark on every type that the root refers to. */
const NOISE =
  /export interface SchemaRoot \{\s*\}\n?| \*\s*\n \* This \w+ was referenced by[^/]*?(?= \*\/)|\/\*\*\n \* This \w+ was referenced by[^/]*?\*\/\n/g;

/** The site with the parts that the shop has schemas of its own for, and the registry that holds it. */
function ownSite(files: ReadonlyMap<string, string>, module: string): string {
  const parts = [...files.keys()].flatMap((path) => {
    const [, part] = SITE_PART.exec(path) ?? [];
    return part === undefined ? [] : [`${part}: ${typeName(path)}`];
  });
  if (parts.length === 0) return '';
  return `export interface SiteConfig extends Engine.SiteConfig { ${parts.join('; ')} }
export interface Registry extends Engine.Registry { site: SiteConfig }
import type * as Engine from '${module}';
`;
}

const bannerOf = (folder: string) => `/* Written by \`npm run generate\` from ${folder}/. Do not edit. */`;

const eventName = (type: string, event: string) => `${pascal(type)}${pascal(event)}Event`;

const answerName = (type: string, event: string) => `${pascal(type)}${pascal(event)}Answer`;

interface BlockTypeSource {
  type: string;
  path: string;
  events: Record<string, unknown>;
}

/** A part that only refers to a type is that type; the writer gives it no name of its own. */
const referred = (part: unknown, path: string) =>
  isNode(part) && typeof part['$ref'] === 'string'
    ? localRef(part['$ref'], path).slice('#/$defs/'.length)
    : undefined;

/** The lines of a block's events in a map, each of the type that one part of them has. */
const perEvent =
  (part: 'payload' | 'answer', name: typeof eventName) => (blocks: readonly BlockTypeSource[]) =>
    blocks
      .map(({ type, path, events }) => {
        const fields = Object.entries(events).map(([event, spec]) => {
          const present = isNode(spec) ? spec[part] : undefined;
          if (present === undefined) return `'${event}': undefined;`;
          return `'${event}': Schema.${referred(present, path) ?? name(type, event)};`;
        });
        return `  '${type}': { ${fields.join(' ')} };`;
      })
      .join('\n');

/** The maps from block types, with what each line of them says. */
const MAPS: readonly { name: string; does: string; rows: (blocks: readonly BlockTypeSource[]) => string }[] =
  [
    {
      name: 'BlockProps',
      does: 'Block type to its props, after references are resolved and defaults are filled in.',
      rows: (blocks) => blocks.map(({ type }) => `  '${type}': Schema.${pascal(type)}Props;`).join('\n'),
    },
    {
      name: 'BlockEvents',
      does: 'Block type to its events and what each carries as `$event`.',
      rows: perEvent('payload', eventName),
    },
    {
      name: 'BlockAnswers',
      does: 'Block type to its events and the answer that each hopes for: the data of the last call in its list of actions.',
      rows: perEvent('answer', answerName),
    },
  ];

/** @param base module of the maps that these types are added to, or stand in place of; they begin maps of their own when left out */
function blockMap(blocks: readonly BlockTypeSource[], folder: string, base: string | undefined): string {
  const head = `${bannerOf(folder)}\nimport type * as Schema from './schemas.ts';\n`;
  const owner = base === undefined ? 'Engine' : 'Shop';
  const maps = MAPS.map(
    ({ name, does, rows }) => `/** ${does} */
export interface ${owner}${name} {
${rows(blocks)}
}
`,
  ).join('\n');
  if (base === undefined) {
    const merged = MAPS.map(
      ({ name, does }) => `/** What a shop adds to these, or has in place of them. */
export interface Shop${name} {}

/** ${does} */
export type ${name} = Omit<Engine${name}, keyof Shop${name}> & Shop${name};
`,
    ).join('\n');
    return `${head}\n${maps}\n${merged}\nexport type BlockType = keyof BlockProps;\n`;
  }
  const names = MAPS.map(({ name }) => name).join(', ');
  return `${head}\nexport type { ${names}, BlockType } from '${base}';\n\ndeclare module '${base}' {\n${maps.replaceAll('export interface', 'interface').replace(/\n+$/, '')}\n}\n`;
}
