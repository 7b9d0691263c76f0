import { describe, expect, test } from 'vitest';
import { readSchemaFiles } from '#engine/cli/project/load-project.ts';
import { asObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import {
  faultOf,
  HOLE,
  hasHole,
  initialOf,
  readScalar,
  variantAt,
  variantsOf,
  withValue,
  writeTyped,
} from '#engine/studio/client/form/variants.ts';

const library = readSchemas(await readSchemaFiles());
const CONDITION: JsonSchema = { $ref: 'config:condition' };
const ACTION: JsonSchema = { $ref: 'config:action' };
const prop = (type: string, name: string): JsonSchema =>
  asObject(asObject(library.blocks.get(type)?.['properties'])[name]);

const labels = (schema: JsonSchema, isRuntime = false) =>
  variantsOf(schema, library, isRuntime).map(({ label }) => label);
/** The label of the way in which a value is written. */
const written = (value: unknown, schema: JsonSchema, isRuntime = false) => {
  const variants = variantsOf(schema, library, isRuntime);
  return variants[variantAt(value, variants)]?.label;
};
const beginning = (schema: JsonSchema, label: string) => {
  const found = variantsOf(schema, library, false).find((one) => one.label.includes(label));
  if (found === undefined) throw new Error(`no ${label}`);
  return initialOf(found, library);
};

describe('the ways to write a value', () => {
  test('of a condition are its operators, by their words', () => {
    expect(labels(CONDITION)).toEqual(
      expect.arrayContaining(['引用', '两个值相等 eq', '条件不成立 not', '各条件都成立 all']),
    );
    expect(written('$user.id', CONDITION)).toBe('引用');
    expect(written({ eq: ['$user.role', 'a'] }, CONDITION)).toBe('两个值相等 eq');
    expect(written({ all: ['$user.id'] }, CONDITION)).toBe('各条件都成立 all');
  });

  test('of an action are its kinds, by their titles', () => {
    expect(labels(ACTION)).toEqual(expect.arrayContaining(['调用接口', '提示', '前往', '改查询参数']));
    expect(written({ toast: '好' }, ACTION)).toBe('提示');
    expect(written({ query: { page: 1 } }, ACTION)).toBe('改查询参数');
  });

  test('of an object that a reference stands for are that, or field by field', () => {
    const line: JsonSchema = { type: 'object', title: '一行', properties: { id: { type: 'integer' } } };
    const ways = (value: unknown) => variantsOf(line, library, true, value).map(({ label }) => label);
    expect(ways('$event.line')).toEqual(['一行', '引用']);
    expect(ways({ id: 1 })).toEqual(['一行']);
  });

  test('of a list of data are item by item, field by field of the data, or a reference', () => {
    const items = prop('product-grid', 'items');
    expect(labels(items, true)).toEqual(['对应数据的字段', '逐项写', '引用']);
    expect(written('$data.goods.list', items, true)).toBe('引用');
    expect(written({ from: '$data.goods', name: 'title' }, items, true)).toBe('对应数据的字段');
    expect(written([], items, true)).toBe('逐项写');
  });

  test('of a number need no choice: a reference is typed in its place', () => {
    const columns = prop('product-grid', 'columns');
    expect(labels(columns, true)).toEqual(['数字']);
    expect(written('$site.columns', columns, true)).toBe('数字');
  });

  test('of a moment are a date or seconds', () => {
    const until = prop('countdown', 'until');
    expect(labels(until)).toEqual(['数字', '日期与时间']);
    expect(written('2026-12-12T00:00:00+08:00', until)).toBe('日期与时间');
    expect(written(1795300000, until)).toBe('数字');
  });
});

describe('a new value', () => {
  test('has holes where something has to be filled in', () => {
    expect(beginning(CONDITION, 'eq')).toEqual({ eq: [HOLE, HOLE] });
    expect(beginning(ACTION, '提示')).toEqual({ toast: HOLE });
    expect(hasHole({ eq: ['$user.id', HOLE] })).toBe(true);
    expect(hasHole({ eq: ['$user.id', 1] })).toBe(false);
  });

  test('begins with its default', () => {
    expect(beginning(prop('product-grid', 'columns'), '数字')).toBe(5);
  });
});

describe('a typed text', () => {
  test.each([
    ['12', 12],
    ['-1.5', -1.5],
    ['true', true],
    ["'12'", '12'],
    ['approved', 'approved'],
    ['$query.page', '$query.page'],
  ])('%j is read as %j, and shown so again', (text, value) => {
    expect(readScalar(text)).toBe(value);
    expect(writeTyped(value, 'any')).toBe(text);
  });

  test.each([
    ['六', '这里要一个数字'],
    ['2.5', '这里要一个整数'],
    ['1', '不能小于 2'],
    ['7', '不能大于 6'],
    ['4', undefined],
    ['$site.columns', undefined],
  ])('%j as the number of columns: %s', (text, fault) => {
    const [number] = variantsOf(prop('product-grid', 'columns'), library, true);
    expect(number && faultOf(text, number)).toBe(fault);
  });
});

test('a value is put in its place, with the holders that it needs', () => {
  expect(withValue({ a: 1 }, ['on', 'add', 0, 'go'], '/')).toEqual({ a: 1, on: { add: [{ go: '/' }] } });
  expect(withValue({ list: [1, 2, 3] }, ['list', 1], undefined)).toEqual({ list: [1, 3] });
  expect(withValue({ list: [1] }, ['list', 1], 2)).toEqual({ list: [1, 2] });
  expect(withValue({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
});
