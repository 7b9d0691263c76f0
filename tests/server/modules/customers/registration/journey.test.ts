import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireCertificates } from '#server/modules/customers/certificates/expire.ts';
import type { TestApp } from '../../../support/app.ts';
import type { Browser } from '../../../support/browser.ts';
import { makeGoods, makeShelf } from '../../../support/shelf.ts';
import {
  approve,
  certificate,
  certificates,
  companyForm,
  freshCreditCode,
  NEEDED,
  openAccount,
  startRegister,
  submitted,
} from './support.ts';

describe('a registration', () => {
  let shop: TestApp;
  let ops: Browser;
  let goods: number;
  beforeAll(async () => {
    shop = await startRegister({
      seed: async (db) => {
        await makeShelf(db);
        goods = await makeGoods(db, { price: 12.5, stock: 100 });
      },
    });
    ops = await shop.as('ops');
  });
  afterAll(() => shop.close());

  const price = async (who: Browser) => {
    const { data } = await who.call('goods.detail', { params: { id: goods } });
    return { price: data.price, notice: data.price_notice };
  };

  it('goes from the phone to prices: rejected with a reason, corrected, approved, in one session', async () => {
    const { browser } = await openAccount(shop);
    expect((await browser.call('register.status')).data).toMatchObject({ step: 2, state: 'none' });
    const company = await browser.call('register.company', { body: companyForm() });
    expect(company).toMatchObject({ code: 200, data: { step: 3 } });
    const id = company.data.company_id;
    const sent = await browser.call('register.certificates', {
      body: { certificates: await certificates(browser) },
    });
    expect(sent).toMatchObject({ code: 200, data: { state: 'pending', sent: 4 } });
    expect(await price(browser)).toEqual({ price: null, notice: '认证后可见' });

    const queue = await ops.call('ops-register.list');
    expect(queue.data.list.find((row) => row.id === id)).toMatchObject({ what: '注册', waiting: 4 });
    const { data: seen } = await ops.call('ops-register.detail', { params: { id } });
    const [first, ...rest] = seen.certificates.map((one) => one.certificate);
    expect(await ops.call('ops-register.decide', { params: { id }, body: { pass: 1 } })).toMatchObject({
      code: 409,
      message: '营业执照还没有审',
    });
    await ops.call('ops-register.judge', {
      params: { id: first?.id ?? 0 },
      body: { pass: 0, reason: '照片不清晰' },
    });
    for (const one of rest) {
      await ops.call('ops-register.judge', { params: { id: one.id ?? 0 }, body: { pass: 1 } });
    }
    expect(await ops.call('ops-register.decide', { params: { id }, body: { pass: 1 } })).toMatchObject({
      code: 409,
      message: expect.stringContaining('营业执照'),
    });
    const back = await ops.call('ops-register.decide', { params: { id }, body: { pass: 0 } });
    expect(back).toMatchObject({ code: 200, data: { state: 'rejected' } });

    const status = (await browser.call('register.status')).data;
    expect(status).toMatchObject({ step: 3, state: 'rejected' });
    expect(status.certificates.find(({ kind }) => kind === 'business_licence')).toMatchObject({
      state: 'rejected',
      reason: '照片不清晰',
    });
    const messages = await browser.call('message.list');
    expect(messages.data.list[0]).toMatchObject({ title: '资质审核未通过，请更正' });
    expect(messages.data.list[0]?.body).toContain('照片不清晰');

    const again = await browser.call('register.certificates', {
      body: { certificates: [await certificate(browser, 'business_licence', { long: 1, expires: '' })] },
    });
    expect(again).toMatchObject({ code: 200, data: { sent: 1 } });
    await approve(ops, id);
    expect((await browser.call('user.base')).data).toMatchObject({ is_passed: 1, role: 'approved' });
    expect((await price(browser)).price).toBeGreaterThan(0);
    const address = await shop.db.selectFrom('addresses').selectAll().where('company_id', '=', id).execute();
    expect(address).toMatchObject([{ name: '孙收货', detail: '演示路 8 号一楼', is_default: true }]);
    const acts = await shop.db
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .where('label', 'like', '新开大药房%')
      .execute();
    expect(acts.filter(({ subject }) => subject === 'certificate')).toHaveLength(5);
    expect(acts.filter(({ subject }) => subject === 'registration')).toHaveLength(2);
  });

  it('goes on where it was left, with all that was typed, on another device', async () => {
    const { browser, phone } = await openAccount(shop);
    const typed = { name: '半途大药房', receiver: '还没写完' };
    await browser.send({
      method: 'POST',
      path: '/api/register/draft',
      body: JSON.stringify({ step: 2, content: typed }),
      headers: { 'content-type': 'application/json' },
    });
    const elsewhere = shop.browser();
    await elsewhere.logIn(phone, 'Pharmacy#2026');
    expect((await elsewhere.call('register.status')).data).toMatchObject({ step: 2, form: typed });
  });

  it('asks each type of company for its own certificates', async () => {
    const asked = async (changes: Record<string, unknown>) => {
      const { browser } = await openAccount(shop);
      await browser.call('register.company', { body: companyForm(changes) });
      const { data } = await browser.call('register.status');
      return data.certificates.filter(({ needed }) => needed === 1).map(({ label }) => label);
    };
    const all = ['采购授权委托书', '被委托人身份证'];
    expect(await asked({ type: 1 })).toEqual(['营业执照', '药品经营许可证', ...all]);
    expect(await asked({ type: 5, is_private: 1 })).toEqual([
      '营业执照',
      '医疗机构执业许可证或诊所备案',
      ...all,
    ]);
    expect(await asked({ type: 7, is_private: 0 })).toEqual(['医疗机构执业许可证或诊所备案', ...all]);
    expect(await asked({ type: 9 })).toEqual(['营业执照', '医疗器械经营许可或备案', ...all]);
  });

  it('unlocks the scopes of what was passed, and takes them back when it expires', async () => {
    const { browser } = await openAccount(shop);
    const company = await browser.call('register.company', { body: companyForm() });
    await browser.call('register.certificates', {
      body: {
        certificates: [
          ...(await certificates(browser)),
          await certificate(browser, 'device_licence', { expires: '2026-12-01' }),
        ],
      },
    });
    const id = company.data.company_id;
    await approve(ops, id);
    const scopes = async () =>
      (await shop.db.selectFrom('companies').select('scopes').where('id', '=', id).executeTakeFirstOrThrow())
        .scopes;
    expect(await scopes()).toEqual(expect.arrayContaining(['hxy', 'zcy', 'qx2']));
    expect(await scopes()).not.toContain('hm');
    const before = shop.clock.now;
    shop.clock.now += 40 * 86_400;
    await expireCertificates(shop.db, shop.clock.now);
    expect(await scopes()).not.toContain('qx2');
    expect((await browser.logIn(await phoneOf(id), 'Pharmacy#2026')).data).toMatchObject({ is_passed: 1 });
    shop.clock.now = before;
  });

  const phoneOf = async (companyId: number) =>
    (
      await shop.db
        .selectFrom('members')
        .select('phone')
        .where('company_id', '=', companyId)
        .executeTakeFirstOrThrow()
    ).phone ?? '';

  it('keeps a certificate in force while its renewal waits, and ends a qualification with it', async () => {
    const { browser, companyId, phone } = await submitted(shop);
    await approve(ops, companyId);
    await shop.db
      .updateTable('certificates')
      .set({ expires: '2026-12-01' })
      .where('company_id', '=', companyId)
      .where('kind', '=', 'mandate')
      .execute();
    shop.clock.now += 3_600;
    const renewal = await certificate(browser, 'mandate', { number: '续期0001', expires: '2027-12-01' });
    expect(await browser.call('register.certificates', { body: { certificates: [renewal] } })).toMatchObject({
      code: 200,
      message: '已提交，审核期间原证照继续有效',
    });
    const mandate = async () =>
      (await browser.call('user.zizhi')).data.list.find(({ kind }) => kind === 'mandate');
    expect(await mandate()).toMatchObject({
      state: 'pending',
      number: '续期0001',
      age: 'expiring',
      // A line speaks of one document: the one in force, and beside it of what is to take its place.
      number_text: expect.not.stringContaining('续期0001'),
      until_text: '2026-12-01',
      review_text: '新证 续期0001，有效期至 2027-12-01',
    });
    const { data } = await ops.call('ops-register.detail', { params: { id: companyId } });
    const waiting = data.certificates[0];
    expect(waiting).toMatchObject({
      certificate: { number: '续期0001' },
      earlier: { force_until: '2026-12-01' },
    });
    expect((await ops.call('ops-register.list')).data.list).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: companyId, what: '证照更新', at: shop.clock.now }),
      ]),
    );
    await ops.call('ops-register.judge', { params: { id: waiting?.certificate.id ?? 0 }, body: { pass: 1 } });
    expect(await mandate()).toMatchObject({
      state: 'approved',
      force_until: '2027-12-01',
      age: 'valid',
      number_text: '续期0001',
      until_text: '2027-12-01',
      review_text: '',
    });
    const before = shop.clock.now;
    shop.clock.now = Date.parse('2027-12-02T00:00:00+08:00') / 1000 - 1;
    expect((await browser.logIn(phone, 'Pharmacy#2026')).data).toMatchObject({ is_passed: 1 });
    shop.clock.now += 1;
    expect((await browser.call('user.base')).data).toMatchObject({ is_passed: 0, role: 'member' });
    shop.clock.now = before;
  });

  it('registers a further store beside the company, with its own code and review', async () => {
    const { browser, companyId } = await submitted(shop);
    await approve(ops, companyId);
    expect((await browser.call('register.status', { query: { store: 1 } })).data).toMatchObject({ step: 2 });
    const store = await browser.call('register.company', {
      body: companyForm({ store: 1, type: 4, name: '新开大药房二店（演示）' }),
    });
    expect(store.data.company_id).not.toBe(companyId);
    const sent = await browser.call('register.certificates', {
      body: { store: 1, certificates: await certificates(browser) },
    });
    expect(sent.code).toBe(200);
    const queue = await ops.call('ops-register.list');
    expect(queue.data.list.find(({ id }) => id === store.data.company_id)).toMatchObject({ what: '新门店' });
    await approve(ops, store.data.company_id);
    const row = await shop.db
      .selectFrom('companies')
      .select(['parent_id', 'approval'])
      .where('id', '=', store.data.company_id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ parent_id: companyId, approval: 'approved' });
    const { data } = await browser.call('register.status', { query: { store: 1 } });
    expect(data.stores).toMatchObject([{ name: '新开大药房二店（演示）', state_text: '已通过' }]);
    expect((await browser.call('user.base')).data.company).toBe('新开大药房（演示）');
  });

  it('begins one store from two tabs, and none for a store of a chain', async () => {
    const { browser, companyId } = await submitted(shop);
    await approve(ops, companyId);
    const tabs = await Promise.all(
      ['一', '二'].map((tab) =>
        browser.call('register.company', {
          body: companyForm({ store: 1, type: 4, name: `标签${tab}门店` }),
        }),
      ),
    );
    expect(tabs.map(({ code }) => code)).toEqual([200, 200]);
    expect(tabs[0]?.data.company_id).toBe(tabs[1]?.data.company_id);

    const { browser: store, companyId: storeId } = await submitted(shop);
    await shop.db.updateTable('companies').set({ parent_id: companyId }).where('id', '=', storeId).execute();
    const refused = await store.call('register.company', { body: companyForm({ store: 1, type: 4 }) });
    expect(refused).toMatchObject({ code: 409, message: expect.stringContaining('请由总部登记') });
  });

  it('is given once however often it is sent, and closed while it is under review', async () => {
    const { browser } = await openAccount(shop);
    await browser.call('register.company', { body: companyForm() });
    const body = { certificates: await certificates(browser) };
    const headers = { 'idempotency-key': 'submit-1' };
    const [one, two] = await Promise.all([
      browser.call('register.certificates', { body, headers }),
      browser.call('register.certificates', { body, headers }),
    ]);
    expect([one.code, two.code]).toEqual([200, 200]);
    const otherTab = await browser.call('register.company', { body: companyForm() });
    expect(otherTab).toMatchObject({ code: 409, message: expect.stringContaining('已经提交') });
    expect(await browser.call('register.certificates', { body })).toMatchObject({ code: 409 });
  });

  it('is refused for a company that another has submitted, at the field', async () => {
    const code = freshCreditCode();
    await submitted(shop, { credit_code: code });
    const { browser } = await openAccount(shop);
    const taken = await browser.call('register.company', { body: companyForm({ credit_code: code }) });
    expect(taken).toMatchObject({
      code: 422,
      data: { errors: { credit_code: [expect.stringContaining('已在平台登记')] } },
    });
  });

  it('gives a company to whoever submits it first, though both had typed its code', async () => {
    const code = freshCreditCode();
    const first = await openAccount(shop);
    const second = await openAccount(shop);
    for (const { browser } of [first, second]) {
      expect(
        (await browser.call('register.company', { body: companyForm({ credit_code: code }) })).code,
      ).toBe(200);
    }
    const send = async ({ browser }: typeof first) =>
      (await browser.call('register.certificates', { body: { certificates: await certificates(browser) } }))
        .code;
    expect(await send(first)).toBe(200);
    expect(await send(second)).toBe(409);
  });

  it('tells at each field what is wrong with a company or a certificate', async () => {
    const { browser } = await openAccount(shop);
    const company = async (changes: Record<string, unknown>) => {
      const reply = await browser.call('register.company', { body: companyForm(changes) });
      return (reply.data as unknown as { errors: object }).errors;
    };
    expect(await company({ credit_code: '91999999MA0005001X' })).toHaveProperty('credit_code');
    expect(await company({ receiver_phone: '12345678' })).toHaveProperty('receiver_phone');
    expect(await company({ invoice_email: 'a@b' })).toHaveProperty('invoice_email');
    expect(await company({ name: '' })).toHaveProperty('name');
    await browser.call('register.company', { body: companyForm() });
    const own = await certificate(browser, 'mandate');
    const wrong = async (changes: Partial<typeof own>) => {
      const reply = await browser.call('register.certificates', {
        body: { certificates: [{ ...own, ...changes }] },
      });
      expect(reply.code).toBe(422);
      return Object.keys((reply.data as unknown as { errors: object }).errors);
    };
    expect(await wrong({ files: [] })).toEqual(['certificates.0.files']);
    expect(await wrong({ files: ['AAAAAAAAAAAAAAAAAAAAAA'] })).toEqual(['certificates.0.files']);
    expect(await wrong({ issued: '2026-02-30' })).toEqual(['certificates.0.issued']);
    expect(await wrong({ issued: '2027-01-01' })).toEqual(['certificates.0.issued']);
    expect(await wrong({ expires: '2026-10-31' })).toEqual(['certificates.0.expires']);
    expect(await wrong({ expires: '' })).toEqual(['certificates.0.expires']);
    expect(await wrong({ number: '1' })).toEqual(['certificates.0.number']);
    expect(await wrong({ kind: 'medical_licence' })).toEqual(['certificates.0.kind']);
    const others = await submitted(shop);
    const foreign = await certificate(others.browser, 'mandate');
    expect(await wrong({ files: foreign.files })).toEqual(['certificates.0.files']);
    expect(await wrong({ kind: NEEDED[0] ?? '' })).toEqual(['certificates.drug_licence']);
  });
});
