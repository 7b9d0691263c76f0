import type { CallConfig, CallFields } from '#engine/generated/schemas.ts';
import { memo } from '../memo.ts';
import { paramFields } from '../schema/call.ts';
import { fieldsToSchema, type JsonSchema, responseToSchema } from '../schema/field.ts';

/** The inputs of a call and its response, as schemas. */
export interface CallSchemas {
  params: JsonSchema;
  query: JsonSchema;
  body: JsonSchema;
  answer: JsonSchema;
}

const NONE: CallFields = {};

/** The schemas of a declared call, memoized. */
export const callSchemas: (call: CallConfig) => CallSchemas = memo((call) => ({
  params: fieldsToSchema(paramFields(call)),
  query: fieldsToSchema(call.query ?? NONE),
  body: fieldsToSchema(call.body ?? NONE),
  answer: responseToSchema(call.response),
}));
