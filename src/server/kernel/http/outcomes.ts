import type { CallContract } from '#generated/schemas.ts';
import type { RefusalName } from '../result/refusals.ts';
import { type JsonSchema, takesBody } from './contracts.ts';

interface Outcome {
  codes: readonly number[];
  refusals: readonly RefusalName[];
}

/** Call -> the codes and refusals of its handler, extracted from its source. */
export type Outcomes = Readonly<Record<string, Outcome | undefined>>;

/** Loaded when the server starts, not at import: the tool that starts it may have to generate the file first. */
export async function loadOutcomes(): Promise<Outcomes> {
  const { OUTCOMES } = await import('#generated/outcomes.ts');
  return OUTCOMES;
}

/** The codes with which a call can succeed. */
export function successCodes(name: string, outcomes: Outcomes): readonly number[] {
  return outcomes[name]?.codes ?? [200];
}

/** Every refusal of a call: those before its handler, and those of the handler. */
export function refusalsOf(name: string, contract: CallContract, outcomes: Outcomes): RefusalName[] {
  const handled = outcomes[name]?.refusals ?? [];
  return [...new Set([...commonRefusals(contract), ...handled])];
}

/** Refusals outside of the handler: origin, access, rate limit, inputs, overload, and outages during the handler. */
function commonRefusals(contract: CallContract): RefusalName[] {
  const { access, method, changes, params, query, body, perMinute } = contract;
  const writes = method !== 'GET';
  const hasInputs = hasFields(query) || (takesBody(contract) && hasFields(body));
  const rules: readonly (readonly [RefusalName, boolean])[] = [
    ['malformed', true],
    ['foreignOrigin', writes || changes === true],
    ['loginRequired', access !== 'visitor'],
    ['approvalRequired', access === 'approved'],
    ['forbidden', access === 'staff'],
    ['tooManyRequests', perMinute !== undefined],
    ['notFound', hasFields(params)],
    ['invalid', hasInputs || hasFields(params)],
    ['tooLarge', takesBody(contract)],
    ['unsupportedType', takesBody(contract)],
    ['duplicate', method === 'POST'],
    ['keyReused', method === 'POST'],
    ['unavailable', true],
    ['overloaded', true],
    ['outcomeUnknown', writes || changes === true],
  ];
  return rules.filter(([, applies]) => applies).map(([refusal]) => refusal);
}

const hasFields = ({ properties }: JsonSchema): boolean =>
  Object.keys((properties as object | undefined) ?? {}).length > 0;
