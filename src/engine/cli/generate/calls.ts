import { parse } from 'yaml';
import { endpointOf } from '#engine/compiler/schema/call.ts';
import { fieldsToSchema, type JsonSchema, responseToSchema } from '#engine/compiler/schema/field.ts';
import type { CallConfig, CallFields } from '#engine/generated/schemas.ts';
import { pascal } from './types.ts';

/** Types of every call's parameters and answer, for the client and for the server's handlers. */
export async function generateCalls(api: ReadonlyMap<string, string>): Promise<string> {
  const calls = [...api.values()].flatMap((text) =>
    Object.entries((parse(text) ?? {}) as Record<string, CallConfig>),
  );
  const rows = calls.map(([name, call]) => {
    const { path } = endpointOf(call);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const params: CallFields = Object.fromEntries(
      names.map((param) => [param, call.params?.[param] ?? 'string']),
    );
    const part = (fields: CallFields | undefined) => typeText(fieldsToSchema(fields ?? {}), true);
    return [
      `  /** ${call.description ?? name} */`,
      `  '${name}': {`,
      `    params: ${part(params)};`,
      `    query: ${part(call.query)};`,
      `    body: ${part(call.body)};`,
      `    data: ${typeText(responseToSchema(call.response), false)};`,
      '  };',
    ].join('\n');
  });
  return `/* Written by \`npm run generate\` from config/api. Do not edit. */
import type * as Schema from './schemas.ts';

/** Call name to its inputs (as the server sees them: defaults filled in) and the \`data\` of its answer. */
export interface Calls {
${rows.join('\n')}
}

export type CallName = keyof Calls;
`;
}

/** The few schema shapes that calls are made of, as TypeScript. `filled`: a field with a default is always there. */
function typeText(schema: JsonSchema, filled: boolean): string {
  if (typeof schema['$ref'] === 'string') return `Schema.${pascal(schema['$ref'].replace('entity:', ''))}`;
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  if (schema['type'] === 'array') return `(${typeText(schema['items'] as JsonSchema, filled)})[]`;
  if (schema['type'] === 'object') {
    const required = new Set(schema['required'] as string[]);
    const fields = Object.entries(schema['properties'] as Record<string, JsonSchema>).map(([name, field]) => {
      const present = required.has(name) || (filled && field['default'] !== undefined);
      return `${name}${present ? '' : '?'}: ${typeText(field, filled)};`;
    });
    return fields.length > 0 ? `{ ${fields.join(' ')} }` : 'Record<string, never>';
  }
  if (schema['format'] === 'binary') return 'File';
  if (schema['type'] === 'integer') return 'number';
  return typeof schema['type'] === 'string' ? schema['type'] : 'unknown';
}
