import { describe, expect, it } from 'vitest';
import { fieldsToSchema } from '#engine/compiler/schema/field.ts';
import { createValidators } from '#server/kernel/http/validator.ts';

const schema = fieldsToSchema({
  amount: { type: 'yuan', optional: true, label: '金额' },
  day: { type: 'day', optional: true, label: '日期' },
  id: { type: 'id', optional: true, label: '商品' },
  rows: { fields: { at: 'integer' }, list: true, optional: true },
});
const validators = createValidators({});
const json = validators.ofJson(schema);
const text = validators.ofText(schema);
const answer = validators.ofAnswer(schema);

describe('an input', () => {
  it.each([0.07, 4.35, 478.6, 19_999_999.99])('may be %d yuan', (amount) => {
    expect(json({ amount })).toEqual({ value: { amount } });
    expect(text({ amount: String(amount) })).toEqual({ value: { amount } });
  });

  it('is money to the fen', () => {
    for (const amount of [0.001, 478.601, 19_999_999.999])
      expect(json({ amount })).toMatchObject({ errors: { amount: ['金额最多两位小数'] } });
  });

  it('is a day that the calendar has', () => {
    expect(text({ day: '2028-02-29' })).toEqual({ value: { day: '2028-02-29' } });
    for (const day of ['2026-02-30', '2026-13-01', '2026-2-3', 'today'])
      expect(text({ day })).toMatchObject({ errors: { day: ['日期格式不正确'] } });
  });

  it('is a whole number that the database can look for, at any depth', () => {
    expect(json({ id: 2_147_483_647 })).toHaveProperty('value');
    expect(json({ id: 2_147_483_648 })).toMatchObject({ errors: { id: ['商品必须小于等于 2147483647'] } });
    expect(json({ rows: [{ at: -2_147_483_649 }] })).toHaveProperty('errors');
  });
});

it('an answer may hold larger ones', () => {
  expect(answer({ id: 99_999_999_999 })).toBeNull();
});
