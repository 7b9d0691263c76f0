import type { CallContract } from '#generated/schemas.ts';
import type { RefusalName } from '../result/refusals.ts';
import { type JsonSchema, takesBody } from './contracts.ts';

interface Outcome {
  codes: readonly number[];
  refusals: readonly RefusalName[];
}

/** What each call's handler may answer, as its source says. */
export type Outcomes = Readonly<Record<string, Outcome | undefined>>;

/** Read when the server starts, not with its modules: what starts it may first have to write them. */
export async function loadOutcomes(): Promise<Outcomes> {
  const { OUTCOMES } = await import('#generated/outcomes.ts');
  return OUTCOMES;
}

/** The codes with which a call can succeed. */
export function successCodes(name: string, outcomes: Outcomes): readonly number[] {
  return outcomes[name]?.codes ?? [200];
}

/** Every refusal that a call can be answered with: those before its handler, and those that the handler reaches. */
export function refusalsOf(name: string, contract: CallContract, outcomes: Outcomes): RefusalName[] {
  const handled = outcomes[name]?.refusals ?? [];
  return [...new Set([...gateRefusals(contract), ...handled])];
}

/** What is refused before a handler runs: where the request is from, whose it is, how often, and what it brings; and what a handler is kept from finishing. */
function gateRefusals(contract: CallContract): RefusalName[] {
  const { access, method, changes, params, query, body, perMinute } = contract;
  const writes = method !== 'GET';
  const brings = hasFields(query) || (takesBody(contract) && hasFields(body));
  const gates: readonly (readonly [RefusalName, boolean])[] = [
    ['malformed', true],
    ['foreignOrigin', writes || changes === true],
    ['loginRequired', access !== 'visitor'],
    ['approvalRequired', access === 'approved'],
    ['forbidden', access === 'staff'],
    ['tooManyRequests', perMinute !== undefined],
    ['notFound', hasFields(params)],
    ['invalid', brings || hasFields(params)],
    ['tooLarge', takesBody(contract)],
    ['unsupportedType', takesBody(contract)],
    ['duplicate', method === 'POST'],
    ['keyReused', method === 'POST'],
    ['unavailable', true],
    ['overloaded', true],
    ['outcomeUnknown', writes || changes === true],
  ];
  return gates.filter(([, applies]) => applies).map(([refusal]) => refusal);
}

const hasFields = ({ properties }: JsonSchema): boolean =>
  Object.keys((properties as object | undefined) ?? {}).length > 0;
