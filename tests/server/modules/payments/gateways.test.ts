import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '#server/kernel/db/open.ts';
import { optionsFromEnvironment } from '#server/process/options.ts';
import { outsideOf } from '#server/process/outside.ts';
import { shopRegistry } from '../../support/registry.ts';
import { openTestStore } from '../../support/store.ts';

describe('the gateways that are offered', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore('pglite');
  });
  afterAll(() => store.close());

  const offered = async (env: NodeJS.ProcessEnv) => {
    const { site } = await shopRegistry();
    return (await outsideOf(store.db, site, optionsFromEnvironment(env))).gateways.offered;
  };
  const ALIPAY = { ALIPAY_APP_ID: '2026', ALIPAY_PRIVATE_KEY: 'key', ALIPAY_PUBLIC_KEY: 'key' };

  it('are none in a shop without the demo data, whatever its start forgot to say', async () => {
    await store.db.updateTable('companies').set({ name: '某某大药房' }).execute();
    expect(await offered({})).toEqual([]);
    expect(await offered({ SEED: 'none' })).toEqual([]);
    expect(await offered({ PAYMENT_SANDBOX: 'on' })).toEqual(['alipay', 'wechat', 'unionpay']);
  });

  it('are the sandbox where the demo is shown, and the real one alone where it is set up', async () => {
    await store.db.updateTable('companies').set({ name: '康宁大药房（演示）' }).execute();
    expect(await offered({})).toEqual(['alipay', 'wechat', 'unionpay']);
    expect(await offered({ PAYMENT_SANDBOX: 'off' })).toEqual([]);
    expect(await offered({ SEED: 'none' })).toEqual([]);
    expect(await offered(ALIPAY)).toEqual(['alipay']);
    expect(await offered({ ...ALIPAY, PAYMENT_SANDBOX: 'on' })).toEqual(['alipay']);
  });

  it('are not set up by halves', async () => {
    await expect(offered({ ALIPAY_APP_ID: '2026' })).rejects.toThrow('ALIPAY_PRIVATE_KEY');
  });
});
