import { asObject, isObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { parsePointer } from '#engine/compiler/source/pointer.ts';
import type { Documents } from '../document/documents.ts';
import { answersOf, isJson, type Media, mediaOf } from '../document/media.ts';
import { child, type DocumentNode, entriesOf } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import type { Entities } from '../schema/entities.ts';
import { exampleOf } from '../schema/examples.ts';
import { objectOf } from '../schema/object-of.ts';

/** The whole answer of an operation, as it is sent. */
export interface AnswerDraft {
  /** undefined for an answer without a body, or with one that is no JSON. */
  schema: JsonSchema | undefined;
  headers: readonly string[];
  /** What the document shows of it. */
  example: unknown;
  /** Answers for a success under further statuses. */
  others: readonly { at: DocumentNode; status: string; schema: JsonSchema }[];
}

/** The answer for a success; what else there is, is reported. */
export function readAnswer(operation: Operation, documents: Documents, entities: Entities): AnswerDraft {
  const { node, losses } = operation;
  const answers = answersOf(node, documents, losses).map((answer) => ({
    ...answer,
    media: mediaOf(answer.node),
  }));
  const json = answers.flatMap(({ status, node: at, media }) =>
    media.filter(({ type }) => isJson(type)).map((one) => ({ status, at, media: one })),
  );
  const [usual, ...others] = json;
  for (const { node: answer } of answers)
    if (isObject(child(answer, 'links').value)) losses.add('links', child(answer, 'links'));
  if (usual === undefined) {
    const [first] = answers.flatMap(({ media }) => media);
    if (first !== undefined) losses.add('answer-type', first.node, first.type);
    return { schema: undefined, headers: [], example: undefined, others: [] };
  }
  const schemaOf = ({ node: holder }: Media) => {
    const schema = child(holder, 'schema');
    return schema.value === undefined ? {} : entities.read(schema, losses);
  };
  return {
    schema: schemaOf(usual.media),
    headers: entriesOf(child(usual.at, 'headers')).map(([name]) => name),
    example: exampleOf(usual.media.node, documents),
    others: others.map(({ status, media }) => ({ at: media.node, status, schema: schemaOf(media) })),
  };
}

/** The schema of what a JSON Pointer names in values of a schema; undefined where they have nothing there. */
export function schemaAt(schema: JsonSchema, pointer: string, entities: Entities): JsonSchema | undefined {
  let inner: JsonSchema | undefined = schema;
  for (const step of parsePointer(pointer)) {
    const whole: JsonSchema = inner === undefined ? {} : objectOf(inner, entities);
    const next = /^\d+$/.test(step) ? whole['items'] : asObject(whole['properties'])[step];
    inner = isObject(next) ? next : undefined;
  }
  return inner;
}

/** Words of a body that say something about the answer instead of being it. */
const ABOUT =
  /^(?:_?meta\w*|_?links?|code|err_?(?:no|code|msg)?|ret|status(?:_?(?:code|text))?|message|msg|success|ok|errors?|error_?\w*|warnings?|info|timestamp|time|version|request_?id|trace_?id|total\w*|count|num_?\w*|has_?(?:more|next)|next\w*|prev\w*|page\w*|per_?page|pagination|paging|limit|offset|cursor|object|url|type|jsonapi|included)$/i;

export const isAbout = (name: string): boolean => ABOUT.test(name);
