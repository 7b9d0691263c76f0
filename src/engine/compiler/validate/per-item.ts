import type { ErrorObject } from 'ajv';
import { isObject } from '../json.ts';
import type { Text } from '../offense.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { shapes, typesOf } from '../schema/shape.ts';
import { narrow } from './narrow.ts';
import type { Validator } from './validator.ts';

/** Is a prop worked out for each item, and may a condition stand for its value (`canBuy: { gt: [$item.stock, 0] }`)? */
export function takesCondition(schema: JsonSchema, library: SchemaLibrary): boolean {
  return (
    typeof schema['perItem'] === 'string' &&
    shapes(schema, library).some((shape) => typesOf(shape)?.has('boolean') ?? true)
  );
}

/** How a flag says that there is a value. */
export const whetherThere = (reference: string): Text => ({
  zh: `要的是“有没有”时，写成条件 { all: [${reference}] }。`,
  en: `To say that there is one, write the condition { all: [${reference}] }.`,
});

/** Where a condition stands for a flag, what is wrong with the condition replaces that it is no flag. */
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
