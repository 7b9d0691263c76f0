import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '#server/kernel/http/contracts.ts';
import { createValidators } from '#server/kernel/http/validator.ts';
import { shopRegistry } from '../../support/registry.ts';

type Step = string | number;

const { contracts, definitions } = await shopRegistry();
const validators = createValidators(definitions);

/** What is no number in JSON either, though a computer could make one of it; and a list where one value belongs. */
const NO_NUMBERS = [
  '0x10',
  '1e3',
  '0b11',
  ' 1',
  '1 ',
  '+1',
  '1.',
  '.5',
  '--1',
  '1,000',
  '０',
  '１',
  'Infinity',
  'NaN',
  'true',
  'null',
  ['1'],
  ['1', '2'],
  { 0: '1' },
];
const NO_FLAGS = ['yes', '2', 'TRUE', ' 1', '１', ['1']];
const NO_TEXTS = [['a'], ['a', 'b'], { a: 'b' }];

const entityOf = (schema: JsonSchema): JsonSchema => {
  const { $ref } = schema;
  return typeof $ref === 'string' ? (definitions[$ref.replace('entity:', '')] ?? {}) : schema;
};

const propertiesOf = (schema: JsonSchema) =>
  Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);

/** Every single value of a schema: where it stands, and what it must not be. */
function scalars(given: JsonSchema, at: Step[] = []): { at: Step[]; wrong: readonly unknown[] }[] {
  const schema = entityOf(given);
  const { type } = schema;
  if (type === 'object')
    return propertiesOf(schema).flatMap(([name, field]) => scalars(field, [...at, name]));
  if (type === 'array') return scalars((schema['items'] ?? {}) as JsonSchema, [...at, 0]);
  if (type === 'integer' || type === 'number') return [{ at, wrong: NO_NUMBERS }];
  if (type === 'boolean') return [{ at, wrong: NO_FLAGS }];
  return type === 'string' ? [{ at, wrong: NO_TEXTS }] : [];
}

/** A form with this one value. */
function formWith(at: readonly Step[], value: unknown): unknown {
  return at.reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), value);
}

const fields = Object.entries(contracts).flatMap(([call, contract]) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    scalars(contract[part]).map((field) => ({ call, part, schema: contract[part], ...field })),
  ),
);

describe('a form, a query or a path', () => {
  it('has hundreds of single values', () => {
    expect(fields.length).toBeGreaterThan(600);
  });

  it.for(Object.keys(contracts))('of %s is read as strictly as JSON', (call) => {
    const taken: string[] = [];
    for (const { part, schema, at, wrong } of fields.filter((field) => field.call === call)) {
      const check = validators.ofText(schema);
      for (const value of wrong) {
        const checked = check(formWith(at, value));
        const name = at.join('.');
        const refused =
          'errors' in checked && Object.keys(checked.errors).some((key) => key.startsWith(name));
        if (!refused) taken.push(`${part} ${name}: ${JSON.stringify(value)}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it('takes digits, one sign and one point', () => {
    const schema = { type: 'object', properties: { whole: { type: 'integer' }, part: { type: 'number' } } };
    const check = validators.ofText(schema);
    expect(check({ whole: '16', part: '-0.50' })).toEqual({ value: { whole: 16, part: -0.5 } });
    expect(check({ whole: '-3', part: '007' })).toEqual({ value: { whole: -3, part: 7 } });
    expect(check({ whole: '1.5' })).toMatchObject({ errors: { whole: ['whole必须是整数'] } });
  });

  it('takes one text for a list of one, and a flag as the client sends it', () => {
    const list = { type: 'array', items: { type: 'integer' } };
    const check = validators.ofText({ type: 'object', properties: { ids: list, on: { type: 'boolean' } } });
    expect(check({ ids: '7', on: '0' })).toEqual({ value: { ids: [7], on: false } });
    expect(check({ ids: ['7', '8'], on: 'true' })).toEqual({ value: { ids: [7, 8], on: true } });
  });
});
