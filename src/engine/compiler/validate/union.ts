import type { ErrorObject } from 'ajv';
import { asList, asObject, type Json } from '../json.ts';

/** The key that an error says nobody knows, or that cannot be a name. */
export function strangerOf({ params }: ErrorObject): string | undefined {
  const { additionalProperty, unevaluatedProperty, propertyName } = asObject(params);
  const key = additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof key === 'string' ? key : undefined;
}

/** The keys by which the alternatives of a union are distinguished. */
export const tellingKeys = (branches: readonly Json[]): string[] => [
  ...new Set(branches.flatMap(({ required }) => asList(required)[0] ?? []).map(String)),
];
