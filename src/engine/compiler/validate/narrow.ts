import type { ErrorObject } from 'ajv';
import { asList, asObject, isObject } from '../json.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { shapes, typeOfValue, typesOf } from '../schema/shape.ts';
import type { Validator } from './validator.ts';

/** Most unions inside unions: conditions in conditions, actions in actions. */
const DEPTH = 12;

/**
 * Replaces the errors of all branches of a `oneOf` or `anyOf` by those of the matching branch: the one whose discriminator
 * key is present (`call:` of an action, `eq:` of a condition), or whose type is that of the value.
 */
export function narrow(
  errors: readonly ErrorObject[],
  validator: Validator,
  library: SchemaLibrary,
  depth = 0,
): ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (error.keyword !== 'oneOf' && error.keyword !== 'anyOf') {
      kept.push(error);
      continue;
    }
    // ajv lists the branches' errors right before the union's own.
    dropBelow(kept, error.instancePath);
    const branch = matchingBranch(asList(error.schema), error.data, library);
    const inside = branch === undefined || depth > DEPTH ? [] : validator.errors(branch, error.data);
    if (inside.length === 0) kept.push(error);
    for (const found of narrow(inside, validator, library, depth + 1)) {
      kept.push({ ...found, instancePath: error.instancePath + found.instancePath });
    }
  }
  return unique(kept);
}

function dropBelow(errors: ErrorObject[], path: string): void {
  while (errors.length > 0) {
    const last = errors.at(-1)?.instancePath ?? '';
    if (last !== path && !last.startsWith(`${path}/`)) return;
    errors.pop();
  }
}

function unique(errors: readonly ErrorObject[]): ErrorObject[] {
  const seen = new Set<string>();
  return errors.filter((error) => {
    const key = `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The branch with the most of its required keys present, among those of the value's type. */
function matchingBranch(
  branches: readonly unknown[],
  value: unknown,
  library: SchemaLibrary,
): JsonSchema | undefined {
  const rated = branches.filter(isObject).map((branch) => ({ branch, score: score(branch, value, library) }));
  const best = rated.toSorted((a, b) => b.score - a.score)[0];
  return best !== undefined && best.score > 0 ? best.branch : undefined;
}

function score(branch: JsonSchema, value: unknown, library: SchemaLibrary): number {
  const type = typeOfValue(value);
  return Math.max(
    ...shapes(branch, library).map((shape) => {
      const types = typesOf(shape);
      const sameType = types === undefined || types.has(type) || (type === 'integer' && types.has('number'));
      if (!sameType) return 0;
      if (!isObject(value)) return types === undefined ? 1 : 2;
      const required = asList(shape['required']).filter((key) => typeof key === 'string');
      const present = required.filter((key) => Object.hasOwn(value, key)).length;
      const shared = Object.keys(asObject(shape['properties'])).filter((key) =>
        Object.hasOwn(value, key),
      ).length;
      if (required.length > 0 && present === 0) return 0;
      return 1 + present * 100 + shared;
    }),
  );
}
