import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContract } from '#generated/schemas.ts';
import type { JsonSchema } from '#server/kernel/http/contracts.ts';
import { seed } from '#server/seed/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { shopRegistry } from '../../support/registry.ts';

const { contracts, definitions, slots } = await shopRegistry();

/** What tells prices and stock, whatever the schema says of it. */
const TELLING =
  /^(?:stock|sold|left|price|(?:original|retail|base|sale|last|market)_price|ordinary|allowance)$/;

interface Found {
  call: string;
  at: string;
  value: unknown;
}

const shapesOf = (schema: JsonSchema): JsonSchema[] => {
  const { $ref, oneOf = [], anyOf = [], allOf = [] } = schema as Record<string, JsonSchema[]>;
  const target = typeof $ref === 'string' ? definitions[String($ref).replace('entity:', '')] : undefined;
  return [schema, ...(target ? [target] : []), ...(oneOf ?? []), ...(anyOf ?? []), ...(allOf ?? [])].flatMap(
    (shape) => (shape === schema ? [shape] : shapesOf(shape)),
  );
};

/** Every value of an answer that its schema marks as gated, or whose name tells a price or a stock. */
function* escapeFormula(value: unknown, schema: JsonSchema, at: string): Generator<Omit<Found, 'call'>> {
  if (Array.isArray(value)) {
    const items = shapesOf(schema).flatMap((shape) => (shape['items'] ? [shape['items'] as JsonSchema] : []));
    for (const item of value) yield* escapeFormula(item, { allOf: items }, `${at}[]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const own = shapesOf(schema).flatMap((shape) => {
        const property = (shape['properties'] as Record<string, JsonSchema> | undefined)?.[key];
        return property ? [property] : [];
      });
      if (TELLING.test(key) || own.some((one) => one['gated'] === true))
        yield { at: `${at}.${key}`, value: inner };
      yield* escapeFormula(inner, { allOf: own }, `${at}.${key}`);
    }
  }
}

/** The calls that only read, and whom this role may ask. */
const readable = (roles: readonly string[]) =>
  Object.entries(contracts).filter(
    ([, { method, access, changes }]) => method === 'GET' && !changes && roles.includes(access),
  );

const fieldsOf = (schema: JsonSchema) =>
  Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);

/** Values that may lead to something: the first ids, and names that earlier answers told. */
function candidates(schema: JsonSchema, names: ReadonlySet<string>): unknown[] {
  if (Array.isArray(schema['enum'])) return schema['enum'];
  if (schema['type'] === 'integer') return [1, 2, 3, 5, 8, 13];
  const pattern = new RegExp(typeof schema['pattern'] === 'string' ? schema['pattern'] : '', 'u');
  return [...names].filter((name) => pattern.test(name)).slice(0, 40);
}

function* requestsOf(contract: CallContract, names: ReadonlySet<string>) {
  const params = fieldsOf(contract.params);
  const required = new Set(contract.query['required'] as string[]);
  const query = Object.fromEntries(
    fieldsOf(contract.query).flatMap(([name, field]) =>
      required.has(name) ? [[name, candidates(field, names)[0] ?? 'a']] : [],
    ),
  );
  if (params.length === 0) yield { path: contract.path, query };
  const [[name, field] = ['', {}]] = params;
  for (const value of params.length === 0 ? [] : candidates(field, names)) {
    yield { path: contract.path.replace(`{${name}}`, encodeURIComponent(String(value))), query };
  }
}

/** The names of things in an answer, such as `key`s of activities. */
function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (/^(?:key|page|name)$/.test(key) && typeof inner === 'string') yield inner;
    yield* namesIn(inner);
  }
}

describe('prices and stock', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({
      async seed(db, now) {
        // The demo shop brings its own members.
        for (const table of ['addresses', 'members', 'companies', 'managers'] as const) {
          await db.deleteFrom(table).execute();
        }
        await seed(db, { now, goods: 620 });
      },
    });
    await keepThings();
  });
  afterAll(() => shop.close());

  /** A member in review may have been approved before: with a cart, favourites and alerts. */
  async function keepThings(): Promise<void> {
    const { company_id } = await shop.db
      .selectFrom('members')
      .where('username', '=', 'newbie')
      .select('company_id')
      .executeTakeFirstOrThrow();
    const { now } = shop.clock;
    const goods = await shop.db.selectFrom('goods').select(['id', 'warehouse_id']).limit(12).execute();
    await shop.db
      .insertInto('cart_lines')
      .values(
        goods.map((one) => ({
          company_id,
          goods_id: one.id,
          warehouse_id: one.warehouse_id,
          type: 0,
          number: 10,
          created_at: now,
        })),
      )
      .execute();
    await shop.db
      .insertInto('favorites')
      .values(goods.map(({ id }) => ({ company_id, goods_id: id, price_fen: 100, created_at: now })))
      .execute();
  }

  async function everything(
    browser: Browser,
    roles: readonly string[],
  ): Promise<{ found: Found[]; answered: Set<string> }> {
    const names = new Set(Object.keys(slots));
    const found: Found[] = [];
    const answered = new Set<string>();
    for (const [call, contract] of readable(roles)) {
      for (const { path, query } of requestsOf(contract, names)) {
        const { code, data } = await browser.send({ method: 'GET', path, query });
        if (code !== 200) continue;
        answered.add(call);
        for (const name of namesIn(data)) names.add(name);
        for (const one of escapeFormula(data, contract.response, '')) found.push({ call, ...one });
      }
    }
    return { found, answered };
  }

  it.each([
    ['a visitor', null, ['visitor']],
    ['a member in review', 'newbie', ['visitor', 'member']],
  ] as const)('are in no answer to %s', async (_, username, roles) => {
    const browser = username === null ? shop.browser() : await shop.as(username);
    const { found, answered } = await everything(browser, roles);
    // Only what names one thing that nobody here has may stay without an answer.
    const silent = readable(roles).filter(([call, { path }]) => !answered.has(call) && !path.includes('{'));
    expect(silent.map(([call]) => call)).toEqual([]);
    const told = found.filter(({ value }) => value !== null);
    expect([...new Set(told.map(({ call, at }) => `${call} ${at}`))]).toEqual([]);
  });

  it('are in the same answers to who is approved', async () => {
    const { found } = await everything(await shop.as('demo'), ['visitor']);
    const told = found.filter(({ value }) => value !== null).map(({ call, at }) => `${call} ${at}`);
    expect(told).toEqual(
      expect.arrayContaining([
        'goods.detail .price',
        'goods.list .list[].number',
        'goods.spike [].spike.left',
        'activity.promotions .list[].stock',
        'activity.promotions .list[].offers[].sold',
        'activity.groups .list[].sold',
        'activity.groups .list[].team.joined',
        'coupon.list .list[].left',
        'points.goods .list[].left',
      ]),
    );
  });
});
