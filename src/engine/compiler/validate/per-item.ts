import type { ErrorObject } from 'ajv';
import { isObject } from '../json.ts';
import type { Text } from '../offense.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { shapes, typesOf } from '../schema/shape.ts';
import { narrow } from './narrow.ts';
import type { Validator } from './validator.ts';

/** Is it a boolean prop evaluated per item, for which a condition may be written (`canBuy: { gt: [$item.stock, 0] }`)? */
export function takesCondition(schema: JsonSchema, library: SchemaLibrary): boolean {
  return (
    typeof schema['perItem'] === 'string' &&
    shapes(schema, library).some((shape) => typesOf(shape)?.has('boolean') ?? true)
  );
}

/** The hint how to write that a value exists, for a boolean. */
export const whetherThere = (reference: string): Text => ({
  zh: `要的是“有没有”时，写成条件 { all: [${reference}] }。`,
  en: `To say that there is one, write the condition { all: [${reference}] }.`,
});

/** Where a condition is written for a boolean, replaces the type error by the errors of the condition. */
export function judgeConditions(
  errors: readonly ErrorObject[],
  validator: Validator,
  library: SchemaLibrary,
): ErrorObject[] {
  const condition = library.config.get('condition');
  return errors.flatMap((error) => {
    const { keyword, data, parentSchema, instancePath } = error;
    const isCondition =
      keyword === 'type' && isObject(data) && isObject(parentSchema) && takesCondition(parentSchema, library);
    if (!isCondition || condition === undefined) return [error];
    return narrow(validator.errors(condition, data), validator, library).map((found) => ({
      ...found,
      instancePath: instancePath + found.instancePath,
    }));
  });
}
