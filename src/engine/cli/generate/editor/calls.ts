import { objectEntries, textOf } from '#engine/compiler/json.ts';
import type { Project } from '#engine/compiler/project/project.ts';
import { callSchemas } from '#engine/compiler/references/call-schemas.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { whenKeyIs } from './rewrite.ts';

/** Once the call is known: the names that its `params`, `query` and `body` may have. */
export function argumentsByCall(calls: Project['calls']): JsonSchema[] {
  return [...calls.values()].map(({ name, config }) => {
    const { params, query, body } = callSchemas(config);
    return whenKeyIs('call', name, {
      properties: { params: fields(params), query: fields(query), body: fields(body) },
    });
  });
}

/** Only the names: what stands there is usually a reference, and the compiler knows its type. */
function fields(schema: JsonSchema): JsonSchema {
  const properties = objectEntries(schema['properties']).map(([name, field]) => {
    const description = [textOf(field['title']), textOf(field['description']), choices(field)].filter(
      Boolean,
    );
    return [name, { description: description.join('　') || name }];
  });
  return { additionalProperties: false, properties: Object.fromEntries(properties) };
}

function choices(field: JsonSchema): string {
  if (!Array.isArray(field['enum'])) return '';
  return `可以是 ${field['enum'].map((value) => JSON.stringify(value)).join('、')}`;
}
