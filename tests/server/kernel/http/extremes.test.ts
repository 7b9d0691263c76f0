import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContract } from '#generated/schemas.ts';
import { openWorld } from '../../roles/actors.ts';
import type { Rows } from '../../roles/rows.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { shopRegistry } from '../../support/registry.ts';

type Schema = Record<string, unknown>;

const ROWS = new URL('../../roles/rows/', import.meta.url);

const { contracts } = await shopRegistry();

/** Calls that end the session or change the password of whoever makes them. */
async function endingCalls(): Promise<Set<string>> {
  const files = (await readdir(ROWS)).filter((name) => name.endsWith('.ts'));
  const tables = await Promise.all(
    files.map(async (name) => ((await import(new URL(name, ROWS).href)) as { default: Rows }).default),
  );
  const rows = tables.flatMap((table) => Object.entries(table));
  return new Set(
    rows.filter(([, row]) => [row].flat().some(({ throwaway }) => throwaway)).map(([name]) => name),
  );
}

/** What fits most patterns that calls have. */
const LIKELY = ['2026-11-01', '2026-11', '1', '1-1', 'abc', '123456', 'H1234567', 'P1234567', 'AB12345678'];

/** Some value that fits the schema, as far as its shape goes. */
function plain(schema: Schema): unknown {
  const { type, enum: choices, pattern, format } = schema;
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(choices)) return choices[0];
  if (type === 'object') return plainTable(schema);
  if (type === 'array') return [plain((schema['items'] ?? {}) as Schema)];
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema['minimum'] ?? 1));
  if (type === 'boolean') return true;
  if (format === 'date') return '2026-11-01';
  const fits =
    typeof pattern === 'string' ? LIKELY.find((text) => new RegExp(pattern, 'u').test(text)) : undefined;
  return fits ?? 'x'.repeat(Math.max(2, Number(schema['minLength'] ?? 2)));
}

const fieldsOf = (schema: Schema) => Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);

function plainTable(schema: Schema): Record<string, unknown> {
  const required = new Set(schema['required'] as string[]);
  return Object.fromEntries(
    fieldsOf(schema).flatMap(([name, field]) => (required.has(name) ? [[name, plain(field)]] : [])),
  );
}

/** The outermost values that the schema lets pass, and what it must not. */
function extremes(schema: Schema): unknown[] {
  const { type, enum: choices, pattern } = schema;
  if (Array.isArray(choices)) return [];
  if (type === 'integer') {
    const { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = schema;
    return [minimum, maximum, 2 ** 31, 1e18];
  }
  if (type === 'number') return [schema['minimum'] ?? -1e308, schema['maximum'] ?? 1e308];
  if (type === 'array') return extremes((schema['items'] ?? {}) as Schema).map((value) => [value]);
  if (type === 'object') {
    return fieldsOf(schema).flatMap(([name, field]) =>
      extremes(field).map((value) => ({ ...plainTable(schema), [name]: value })),
    );
  }
  if (type !== 'string' || pattern !== undefined || schema['format'] !== undefined) return [];
  return ['a\0b', `%_\\'"\ud800`, '\u{1f48a}'.repeat(Math.ceil(Number(schema['maxLength'] ?? 1000) / 2))];
}

interface Wish {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** Every request of a call with one field at one of its extremes. */
function wishesOf(contract: CallContract): Wish[] {
  const { params, query, body } = contract;
  const plainly = { params: plainTable(params), query: plainTable(query), body: plainTable(body) };
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    fieldsOf(contract[part]).flatMap(([name, field]) =>
      extremes(field).map((value) => ({ ...plainly, [part]: { ...plainly[part], [name]: value } })),
    ),
  );
}

const calls = Object.entries(contracts).filter(([, { encoding }]) => encoding !== 'multipart');

describe('whatever a field is filled with', () => {
  let shop: TestApp;
  let ending: Set<string>;
  let member: Browser;
  let staff: Browser;
  beforeAll(async () => {
    ({ shop } = await openWorld());
    ending = await endingCalls();
    member = await shop.as('demo');
    staff = await shop.as('ops');
  });
  afterAll(() => shop.close());

  it.for(calls)('%s answers, and does not break', async ([name, contract]) => {
    if (ending.has(name)) return;
    const who = contract.access === 'staff' ? staff : member;
    const broken: unknown[] = [];
    for (const { params, query, body } of wishesOf(contract)) {
      const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
        encodeURIComponent(String(params[key])),
      );
      const sent =
        contract.method === 'GET' || contract.method === 'DELETE' ? {} : { body: JSON.stringify(body) };
      const headers = { 'content-type': 'application/json' };
      const { status } = await who.send({ method: contract.method, path, query, ...sent, headers });
      if (status >= 500) broken.push({ params, query, body });
    }
    expect(broken.map((one) => JSON.stringify(one).slice(0, 300))).toEqual([]);
  });
});
