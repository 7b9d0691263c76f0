import { asObject } from '#engine/compiler/json.ts';
import { parseTypeExpression } from '#engine/compiler/schema/field.ts';
import type { CallConfig, CallFields, FieldSchema } from '#engine/generated/schemas.ts';

const nameIn = (expression: string) => parseTypeExpression(expression).name;

function inField(field: FieldSchema): string[] {
  if (typeof field === 'string') return [nameIn(field)];
  return [...(field.type === undefined ? [] : [nameIn(field.type)]), ...inFields(field.fields)];
}

const inFields = (fields: CallFields | undefined): string[] =>
  Object.values(asObject(fields) as CallFields).flatMap(inField);

/** The types that a call names, entities among them. */
export function typesOfCall({ params, query, body, response }: CallConfig): string[] {
  const inputs = [params, query, body].flatMap(inFields);
  return [...inputs, ...(typeof response === 'string' ? [nameIn(response)] : inFields(response))];
}
