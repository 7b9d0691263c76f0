import type { ErrorObject } from 'ajv';
import { asList, asObject, type Json } from '../json.ts';

/** The key that an error reports as unknown, or as no valid name. */
export function unknownKeyOf({ params }: ErrorObject): string | undefined {
  const { additionalProperty, unevaluatedProperty, propertyName } = asObject(params);
  const key = additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof key === 'string' ? key : undefined;
}

/** The keys that discriminate the branches of a union. */
export const discriminatorKeys = (branches: readonly Json[]): string[] => [
  ...new Set(branches.flatMap(({ required }) => asList(required)[0] ?? []).map(String)),
];
