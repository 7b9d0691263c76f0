import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopRegistry } from '../support/registry.ts';
import { type CanaryShop, openCanaryShop } from './readers.ts';
import { addressesOf, namesIn } from './requests.ts';

const { contracts, slots } = await shopRegistry();
const READS = Object.values(contracts).filter(({ method, changes }) => method === 'GET' && !changes);

describe('a price or stock, read by everybody from every call', () => {
  let canary: CanaryShop;
  beforeAll(async () => {
    canary = await openCanaryShop();
    const names = new Set(Object.keys(slots));
    for (const contract of READS) {
      for (const address of addressesOf(contract, names)) {
        const { data } = JSON.parse(await canary.asOwner(address)) as { data?: unknown };
        for (const name of namesIn(data)) names.add(name);
        await canary.readByAll(address);
      }
    }
    canary.shop.app.log.warn('everything was read');
  }, 900_000);
  afterAll(() => canary.close());

  it('is told to whom it belongs, whatever it is', () => {
    expect([...canary.told].sort()).toEqual(
      expect.arrayContaining([
        'base',
        'ladder',
        'last purchase',
        'level 3',
        'promotion',
        'retail',
        'stock of a batch',
        'stock of an offer',
      ]),
    );
    for (const count of canary.answered.values()) expect(count).toBeGreaterThan(300);
  });

  it('is found in whichever form it is written', () => {
    for (const text of ['970001.37', '"price":970001.37', '¥970,001.37', '97000137', '<b>970,001</b>.37']) {
      expect([...canary.find(text)]).toEqual(['base']);
    }
    const id = `${'ab'.repeat(29)}970001`;
    expect([...canary.find(`1970001 970001370 "${id}"`)]).toEqual([]);
    expect([...canary.find(`"${id}",970001`)]).toEqual(['base']);
  });

  it('is planted as a cost of every good and of every line', async () => {
    const { rows } = await sql<{ missing: number; lines: number }>`SELECT
      (SELECT count(*) FROM goods WHERE cost_fen IS NULL) + count(*) FILTER (WHERE cost_fen IS NULL) AS missing,
      count(*) AS lines FROM order_lines`.execute(canary.shop.db);
    expect(rows[0]?.missing).toBe(0);
    expect(rows[0]?.lines).toBeGreaterThan(20);
  });

  it('is told to nobody else', () => {
    expect(canary.leaks).toEqual([]);
  });

  it('is in no log', () => {
    const log = canary.logged();
    expect(log).toContain('everything was read');
    expect([...canary.find(log)]).toEqual([]);
  });
});
