import { asList, asObject, isObject, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';

/**
 * `config:page#/$defs/meta` -> `#/definitions/page.meta`, `entity:link` -> `#/definitions/entity.link`, `site:constants` ->
 * `#/definitions/site.constants`.
 */
function localRef(ref: string): string {
  const [id = '', pointer = ''] = ref.split('#');
  const [kind = '', own = ''] = id.split(':');
  const name = kind === 'entity' || kind === 'site' ? `${kind}.${own}` : own;
  return `#/definitions/${name}${pointer.replace('/$defs/', '.')}`;
}

/** What names a thing of another file; its schema is made of the shop's words. */
const FORMATS: Record<string, string> = {
  call: '#/definitions/call-name',
  slot: '#/definitions/slot-name',
  shell: '#/definitions/shell-name',
  block: '#/definitions/block-name',
  link: '#/definitions/link',
  role: '#/definitions/role-name',
};

const KEPT = [
  'type',
  'enum',
  'const',
  'required',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'default',
];

/** Our dialect (2020-12 with keywords of our own) as the one that editors know best, draft 7. */
export function rewrite(schema: unknown, within: (part: unknown) => JsonSchema = rewrite): JsonSchema {
  const node = asObject(schema);
  const named = FORMATS[textOf(node['format'])];
  if (named !== undefined) return documented(node, naming(node, named));
  if (typeof node['$ref'] === 'string') return documented(node, { $ref: localRef(node['$ref']) });
  const out: JsonSchema = Object.fromEntries(
    KEPT.filter((key) => key in node).map((key) => [key, node[key]]),
  );
  if (isObject(node['properties'])) {
    out['properties'] = Object.fromEntries(
      Object.entries(node['properties']).map(([name, part]) => [name, within(part)]),
    );
  }
  if (Array.isArray(node['prefixItems'])) out['items'] = node['prefixItems'].map(within);
  else if (isObject(node['items'])) out['items'] = within(node['items']);
  if (node['additionalProperties'] === false) out['additionalProperties'] = false;
  else if (isObject(node['additionalProperties']))
    out['additionalProperties'] = within(node['additionalProperties']);
  if (isObject(node['propertyNames'])) out['propertyNames'] = rewrite(node['propertyNames']);
  for (const key of ['oneOf', 'anyOf', 'allOf']) {
    if (Array.isArray(node[key]))
      out[key] = asList(node[key]).map((part) => titled(part, rewrite(part, within)));
  }
  return documented(node, out);
}

/** An alternative is offered under its title. Elsewhere a title would head the documentation of all that is inside. */
function titled(part: unknown, schema: JsonSchema): JsonSchema {
  const { title } = asObject(part);
  return title === undefined || '$ref' in schema ? schema : { ...schema, title };
}

/** `true` and `false` stay possible where a shell may also be named. */
function naming(node: JsonSchema, ref: string): JsonSchema {
  const others = asList(node['type']).filter((type) => type !== 'string');
  return others.length === 0 ? { $ref: ref } : { oneOf: [{ type: others }, { $ref: ref }] };
}

/** A `$ref` hides what stands beside it; inside `anyOf` it does not, and the server offers the key with its colon. */
export function documented(node: JsonSchema, schema: JsonSchema): JsonSchema {
  const description = describe(node);
  if (description === '') return schema;
  const own = { description, markdownDescription: description };
  return '$ref' in schema ? { ...own, anyOf: [schema] } : { ...schema, ...own };
}

/** What a place holds, its unit and what stands there when nothing is written. */
function describe(node: JsonSchema): string {
  const parts = [textOf(node['description'])];
  if (node['unit'] !== undefined) parts.push(`单位 ${textOf(node['unit'])}`);
  const fallback = node['default'];
  if (fallback !== undefined && !isObject(fallback)) parts.push(`默认 \`${JSON.stringify(fallback)}\``);
  return parts.filter((part) => part !== '').join('　');
}

/** `then` holds where the key has this value. */
export function whenKeyIs(key: string, value: string, then: JsonSchema): JsonSchema {
  const condition = { type: 'object', required: [key], properties: { [key]: { const: value } } };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then };
}
