import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import type { Browser } from '../../../support/browser.ts';
import { startRegister, submitted } from './support.ts';

describe('decisions of many registrations at once', () => {
  let shop: TestApp;
  let ops: Browser;
  beforeAll(async () => {
    shop = await startRegister();
    ops = await shop.as('ops');
  });
  afterAll(() => shop.close());

  const stateOf = async (id: number) =>
    (await ops.call('ops-register.detail', { params: { id } })).data.state;
  const reviewed = async () => {
    const made = await submitted(shop);
    const { data } = await ops.call('ops-register.detail', { params: { id: made.companyId } });
    for (const { certificate } of data.certificates) {
      await ops.call('ops-register.judge', { params: { id: certificate.id ?? 0 }, body: { pass: 1 } });
    }
    return made;
  };

  it('approve only those whose certificates were all reviewed; a preview says so and decides nothing', async () => {
    const [ready, open] = [await reviewed(), await submitted(shop)];
    const ids = [ready.companyId, open.companyId];
    const { data } = await ops.call('ops-register.bulkPreview', { body: { ids, pass: 1 } });
    expect(data).toMatchObject({ title: '整体通过', ready: 1, refused: 1, can_undo: 0 });
    expect(data.rows[0]).toMatchObject({ id: open.companyId, note: '营业执照还没有审' });
    expect(data.rows[1]).toMatchObject({ id: ready.companyId, before: '待审核', after: '已通过' });
    expect(await stateOf(ready.companyId)).toBe('pending');
    expect((await ready.browser.call('message.list')).data.total).toBe(0);

    const done = await ops.call('ops-register.bulk', { body: { ids, pass: 1 } });
    expect(done.data).toEqual({ done: 1, refused: 1 });
    expect(done.message).toContain('营业执照还没有审');
    expect([await stateOf(ready.companyId), await stateOf(open.companyId)]).toEqual(['approved', 'pending']);
    expect((await ready.browser.call('message.list')).data.list[0]?.title).toBe('资质审核已通过');
  });

  it('return several with one reason, of which each company is told; without a reason none is', async () => {
    const made = [await submitted(shop), await submitted(shop)];
    const ids = made.map(({ companyId }) => companyId);
    const silent = await ops.call('ops-register.bulk', { body: { ids, pass: 0 } });
    expect(silent).toMatchObject({ code: 422, message: expect.stringContaining('请写明原因') });
    const done = await ops.call('ops-register.bulk', { body: { ids, pass: 0, reason: '缺少公章' } });
    expect(done.data).toEqual({ done: 2, refused: 0 });
    for (const { browser } of made) {
      expect((await browser.call('message.list')).data.list[0]?.body).toContain('缺少公章');
    }
    const log = await shop.db
      .selectFrom('audit_log')
      .where('subject', '=', 'registration')
      .orderBy('id', 'desc')
      .limit(2)
      .select('action')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['reject', 'reject']);
  });

  it('decide each company once when two members of staff decide otherwise', async () => {
    const other = await shop.as('ops');
    for (let round = 0; round < 3; round += 1) {
      const made = [await reviewed(), await reviewed()];
      const ids = made.map(({ companyId }) => companyId);
      const answers = await Promise.all([
        ops.call('ops-register.bulk', { body: { ids, pass: 1 } }),
        other.call('ops-register.bulk', { body: { ids, pass: 0, reason: '缺少公章' } }),
      ]);
      const done = answers.reduce((sum, { code, data }) => sum + (code === 200 ? data.done : 0), 0);
      expect(done).toBe(2);
      for (const { browser } of made) expect((await browser.call('message.list')).data.total).toBe(1);
    }
  });

  it('are for staff alone', async () => {
    const { browser, companyId } = await submitted(shop);
    const refused = await browser.call('ops-register.bulk', { body: { ids: [companyId], pass: 1 } });
    expect(refused.status).toBe(403);
    expect(await stateOf(companyId)).toBe('pending');
  });
});
