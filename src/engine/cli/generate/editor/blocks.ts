import { asList, asObject, isObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { oneOfWords } from './choices.ts';
import { propSchema } from './props.ts';
import { documented, rewrite, whenKeyIs } from './rewrite.ts';
import type { Word } from './words.ts';

const STATUS: Record<string, string> = { experimental: '试用', deprecated: '停用，请换别的' };

/** Any block, and each type's own keys once the type is known. */
export function blockDefinitions(library: SchemaLibrary): Record<string, JsonSchema> {
  const { blocks } = library;
  const definitions: Record<string, JsonSchema> = {
    'block-name': oneOfWords([...blocks].map(blockWord)),
    block: {
      type: 'object',
      required: ['block'],
      properties: { block: { $ref: '#/definitions/block-name' } },
      defaultSnippets: [...blocks].map(([type, schema]) => snippet(type, schema)),
      allOf: [...blocks.keys()].map((type) =>
        whenKeyIs('block', type, { $ref: `#/definitions/block.${type}` }),
      ),
    },
  };
  for (const [type, schema] of blocks) definitions[`block.${type}`] = oneBlock(schema, library);
  return definitions;
}

function blockWord([value, schema]: readonly [string, JsonSchema]): Word {
  const events = objectEntries(schema['events']).map(
    ([name, { description }]) => `\`${name}\`${description === undefined ? '' : ` ${textOf(description)}`}`,
  );
  const status = STATUS[textOf(schema['status'])];
  const lines = [
    `${textOf(schema['description'])}${status === undefined ? '' : `（${status}）`}`,
    ...(events.length > 0 ? [`事件：${events.join('、')}`] : []),
    ...(schema['container'] === true ? ['容器：`blocks` 里放别的区块。'] : []),
    ...(isObject(schema['slot']) ? ['广告：`slot` 写 config/ads.yaml 中的广告位。'] : []),
  ];
  return { value, title: textOf(schema['title']), description: lines.join('\n\n') };
}

function oneBlock(schema: JsonSchema, library: SchemaLibrary): JsonSchema {
  const own = Object.entries(asObject(schema['properties'])).map(([name, prop]) => [
    name,
    propSchema(prop, library),
  ]);
  const common = rewrite(library.config.get('block'));
  const { block: _, blocks, slot, on: __, ...shared } = asObject(common['properties']);
  const slotProps: readonly unknown[] = Object.values(asObject(schema['slot']));
  const required = asList(schema['required']).filter((name) => !slotProps.includes(name) && name !== 'open');
  return {
    title: textOf(schema['title']),
    type: 'object',
    additionalProperties: false,
    required: ['block', ...required, ...(schema['openable'] === true ? ['id'] : [])],
    properties: {
      block: {},
      ...Object.fromEntries(own),
      ...shared,
      ...(isObject(schema['slot']) && { slot }),
      ...(schema['container'] === true && { blocks }),
      ...(isObject(schema['events']) && { on: events(schema['events']) }),
    },
  };
}

function events(declared: JsonSchema): JsonSchema {
  const actions = { type: 'array', items: { $ref: '#/definitions/action' } };
  return {
    description: '事件 → 动作列表',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      objectEntries(declared).map(([name, event]) => [name, documented(event, actions)]),
    ),
  };
}

/** A whole block with the keys that it needs, to be filled in. */
function snippet(type: string, schema: JsonSchema): JsonSchema {
  const slotProps: readonly unknown[] = Object.values(asObject(schema['slot']));
  const needed = asList(schema['required']).filter((name) => name !== 'open' && !slotProps.includes(name));
  const keys = [...(isObject(schema['slot']) ? ['slot'] : []), ...needed.map(String)];
  const events = objectEntries(schema['events']).filter(([, { required }]) => required === true);
  const on = events.map(([name], index) => [name, [`\${${keys.length + index + 1}}`]]);
  return {
    label: `${type} ${textOf(schema['title'])}`,
    markdownDescription: textOf(schema['description']),
    body: {
      block: type,
      ...Object.fromEntries(keys.map((key, index) => [key, `\${${index + 1}}`])),
      ...(on.length > 0 && { on: Object.fromEntries(on) }),
    },
  };
}
