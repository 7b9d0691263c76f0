import { describe, expect, it } from 'vitest';
import { dropChanged, startHearing } from '#server/kernel/db/memory.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { shareRows } from '#server/kernel/db/shared-rows.ts';

interface Facts {
  companyId: number;
  version: number;
}

/** Facts of goods for companies, by `company/good`, and how often each was loaded. */
function openMemory({ max = 100 } = {}) {
  const db = { isTransaction: false } as Db;
  startHearing(db, { isCurrent: () => true } as Parameters<typeof startHearing>[1]);
  const facts = shareRows<string, Facts>({
    max,
    from: { cart_lines: ({ companyId }) => companyId, orders: ({ companyId }) => companyId, goods: 'all' },
  });
  let version = 0;
  const loaded: string[] = [];
  const read = async (...keys: string[]) => {
    const found = await facts(db, keys, async (_, missing) => {
      loaded.push(...missing);
      version += 1;
      return new Map(missing.map((key) => [key, { companyId: Number.parseInt(key), version }]));
    });
    return keys.map((key) => found.get(key)?.version);
  };
  const change = (table: string, ...ids: number[]) => dropChanged(db, { table, ids: new Set(ids) });
  return { db, read, change, loaded };
}

describe('rows in memory', () => {
  it('are loaded once', async () => {
    const { read, loaded } = openMemory();
    expect(await read('1/7', '2/7')).toEqual([1, 1]);
    expect(await read('2/7', '1/8', '1/7')).toEqual([1, 2, 1]);
    expect(loaded).toEqual(['1/7', '2/7', '1/8']);
  });

  it.each(['cart_lines', 'orders'])(
    'of one company are loaded again after a change of its %s',
    async (table) => {
      const { read, change } = openMemory();
      await read('1/7', '1/8', '2/7');
      change(table, 1, 3);
      expect(await read('1/7', '1/8', '2/7')).toEqual([2, 2, 1]);
      change(table, 1);
      expect(await read('1/7')).toEqual([3]);
    },
  );

  it('are all loaded again after a change that may concern all', async () => {
    const { db, read, change } = openMemory();
    await read('1/7', '2/7');
    change('goods', 7);
    expect(await read('1/7', '2/7')).toEqual([2, 2]);
    dropChanged(db, { table: 'cart_lines', ids: null });
    expect(await read('1/7', '2/7')).toEqual([3, 3]);
    change('companies', 1);
    expect(await read('1/7', '2/7')).toEqual([3, 3]);
  });

  it('that were being loaded while something changed are loaded again', async () => {
    const { read, change } = openMemory();
    const early = read('1/7');
    change('cart_lines', 2);
    expect(await early).toEqual([1]);
    expect(await read('1/7')).toEqual([2]);
    expect(await read('1/7')).toEqual([2]);
  });

  it('are answered although the others that are loaded with them push them out', async () => {
    const { read } = openMemory({ max: 3 });
    await read('1/7', '1/8', '1/9');
    expect(await read('1/7', '2/7', '2/8', '2/9')).toEqual([1, 2, 2, 2]);
    expect(await read('2/8', '1/7', '2/9')).toEqual([2, 3, 2]);
  });

  it('are dropped with a change after others took their place and they came back', async () => {
    const { read, change } = openMemory({ max: 1 });
    expect([await read('1/7'), await read('2/7'), await read('1/7')]).toEqual([[1], [2], [3]]);
    change('cart_lines', 2);
    expect(await read('1/7')).toEqual([3]);
    change('cart_lines', 1);
    expect(await read('1/7')).toEqual([4]);
  });
});
