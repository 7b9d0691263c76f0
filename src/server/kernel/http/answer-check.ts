import type { CallContract } from '#generated/schemas.ts';
import type { Answer, Refused } from '../result/answer.ts';
import type { JsonSchema } from './contracts.ts';
import { type Outcomes, refusalsOf, successCodes } from './outcomes.ts';
import type { Validators } from './validator.ts';

type Definitions = Readonly<Record<string, JsonSchema>>;

/** What the description of a call needs besides its contract. */
export interface ApiDescription {
  validators: Validators;
  definitions: Definitions;
  outcomes: Outcomes;
}

/** Compares a handler's answer with the description of its call; returns the problem, or null. */
export type AnswerCheck = (answer: Answer<unknown>) => string | null;

/** Creates the check of a call's answers: code, data, the refusal, and the fields that it names. */
export function createAnswerCheck(
  name: string,
  contract: CallContract,
  { validators, definitions, outcomes }: ApiDescription,
): AnswerCheck {
  const schemaProblem = validators.ofAnswer(contract.response);
  const refusals = new Set(refusalsOf(name, contract, outcomes));
  const codes = new Set(successCodes(name, outcomes));
  return (answer) => {
    if (!answer.ok)
      return refusals.has(answer.refusal)
        ? unknownField(answer, contract, definitions)
        : `the refusal ${answer.refusal} is not described`;
    return codes.has(answer.code) ? schemaProblem(answer.data) : `the code ${answer.code} is not described`;
  };
}

/** A field that a refusal names and the call does not take. */
function unknownField({ data }: Refused, contract: CallContract, definitions: Definitions): string | null {
  const { params, query, body } = contract;
  const unknown = Object.keys(data?.errors ?? {}).find(
    (field) => ![params, query, body].some((schema) => takes(schema, field.split('.'), definitions)),
  );
  return unknown === undefined
    ? null
    : `the refusal names the field ${unknown}, which the call does not take`;
}

function takes(schema: JsonSchema, path: readonly string[], definitions: Definitions): boolean {
  const [head, ...rest] = path;
  if (head === undefined) return true;
  const { $ref, items, properties } = schema as Record<string, JsonSchema | undefined> & { $ref?: string };
  if ($ref !== undefined) return takes(definitions[$ref.replace('entity:', '')] ?? {}, path, definitions);
  // A missing row is named by its index.
  if (items) return rest.length === 0 || (/^\d+$/.test(head) && takes(items, rest, definitions));
  if (!properties) return (schema['type'] ?? 'object') === 'object';
  const field = Object.hasOwn(properties, head) ? (properties[head] as JsonSchema) : undefined;
  return field !== undefined && takes(field, rest, definitions);
}
