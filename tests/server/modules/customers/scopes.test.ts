import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#shop/domain/calendar.ts';
import type { TestApp } from '../../support/app.ts';
import { makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { startAccount } from './support.ts';

describe('where a member stands', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startAccount();
  });
  afterAll(() => shop.close());

  it('lists the business scopes, and what would unlock the others', async () => {
    await makeMember(shop.db, START, { username: 'narrow', scopes: ['hxy', 'other'] });
    const { data } = await (await shop.as('narrow')).call('user.jyfw');
    expect(data.allowed).toBe(2);
    expect(data.list.slice(0, 2).map(({ code }) => code)).toEqual(['hxy', 'other']);
    const needs = new Map(data.locked.map(({ code, needs: papers }) => [code, papers]));
    expect(needs.get('bjsp')).toBe('食品经营许可或备案');
    expect(needs.get('qx2')).toBe('医疗器械经营许可或备案');
    expect(needs.has('hxy')).toBe(false);
  });

  it.for([
    [{ approval: 'none' }, { state: 'incomplete' }],
    [{ approval: 'pending' }, { state: 'pending' }],
    [
      { approval: 'rejected', review_reason: '执照看不清' },
      { state: 'rejected', text: '执照看不清' },
    ],
    [{ approval: 'approved', qualified_until: START - 1 }, { state: 'lapsed' }],
    [{ approval: 'approved', qualified_until: START + 400 * DAY }, { state: 'ready' }],
  ] as const)('says what to do next: %j is %j', async ([company, step]) => {
    const username = `step-${step.state}`;
    const { companyId } = await makeMember(shop.db, START, { username });
    await shop.db.updateTable('companies').set(company).where('id', '=', companyId).execute();
    const { data } = await (await shop.as(username)).call('user.overview');
    expect(data.step).toMatchObject(step);
  });

  it('counts down certificates, coupons and vouchers, the first to end at the top', async () => {
    const { companyId } = await makeMember(shop.db, START, { username: 'expiring' });
    await shop.db
      .insertInto('certificates')
      .values({
        company_id: companyId,
        kind: 'drug_licence',
        number: '鄂AA0000001',
        issuer: '药监局',
        issued: '2024-01-01',
        expires: '2026-11-20',
        files: [],
        state: 'approved',
        submitted_at: START,
      })
      .execute();
    await shop.db
      .insertInto('vouchers')
      .values([
        {
          company_id: companyId,
          name: '开业券',
          amount_fen: 5000,
          starts_at: START - DAY,
          ends_at: START + 3 * DAY,
          created_at: START,
        },
        {
          company_id: companyId,
          name: '用不完的券',
          amount_fen: 5000,
          starts_at: START - DAY,
          ends_at: START + 90 * DAY,
          created_at: START,
        },
      ])
      .execute();
    const { data } = await (await shop.as('expiring')).call('user.overview');
    expect(data.expiring.map(({ kind, left }) => [kind, left])).toEqual([
      ['现金券', '还有 3 天'],
      ['证照', '还有 19 天'],
    ]);
    expect(data.wallet.find(({ label }) => label === '现金券')).toMatchObject({ value: 2 });
    expect(data.step.state).toBe('expiring');
  });
});
