import upload from '#server/kernel/files/routes.ts';
import goods from '#server/modules/catalogue/routes/goods.ts';
import type { CertificateForm } from '#server/modules/customers/certificates/submit.ts';
import register from '#server/modules/customers/routes/registration.ts';
import { creditCodeOf } from '#server/modules/customers/seed/certificates.ts';
import opsRegister from '#server/modules/customers/staff-routes/registration.ts';
import forget from '#server/modules/identity/routes/forgotten-password.ts';
import user from '#server/modules/identity/routes/user.ts';
import wechat from '#server/modules/identity/routes/wechat.ts';
import message from '#server/modules/service/routes/messages.ts';
import { type StartOptions, startApp, type TestApp } from '../../../support/app.ts';
import type { Browser, Reply } from '../../../support/browser.ts';

const routes = {
  ...forget,
  ...goods,
  ...message,
  ...opsRegister,
  ...register,
  ...upload,
  ...user,
  ...wechat,
};

/** A shop with all that registering needs. */
export const startRegister = (options: Partial<StartOptions> = {}): Promise<TestApp> =>
  startApp({ routes, ...options });

export const NEW_PASSWORD = 'Pharmacy#2026';

let lastPhone = 13_600_000_000;

/** A phone that no other test uses. */
export function freshPhone(): string {
  lastPhone += 1;
  return String(lastPhone);
}

let lastCompany = 5_000;

/** A credit code with a right check digit that no other test uses. */
export function freshCreditCode(): string {
  lastCompany += 1;
  return creditCodeOf(lastCompany);
}

/** What the outbox holds for a phone: the code last sent to it. */
export async function codeFor(shop: TestApp, phone: string): Promise<string> {
  const row = await shop.db
    .selectFrom('sms_messages')
    .select('code')
    .where('phone', '=', phone)
    .where('state', '<>', 'withheld')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new Error(`nothing was sent to ${phone}`);
  return row.code;
}

/** Asks for a code and reads it, as whoever holds the phone does. */
export async function provePhone(
  shop: TestApp,
  browser: Browser,
  phone: string,
  scene: 'register' | 'forget' | 'bind' | 'phone' = 'register',
): Promise<string> {
  const sent = await browser.call('sms.send', { body: { phone, scene } });
  if (sent.code !== 200) throw new Error(`no code for ${phone}: ${sent.message}`);
  return codeFor(shop, phone);
}

/** Somebody who has just done step 1. */
export async function openAccount(
  shop: TestApp,
  phone = freshPhone(),
): Promise<{ browser: Browser; phone: string }> {
  const browser = shop.browser();
  const code = await provePhone(shop, browser, phone);
  const made = await browser.call('register.account', {
    body: { phone, code, password: NEW_PASSWORD, agree: 1 },
  });
  if (made.code !== 201) throw new Error(`no account for ${phone}: ${made.message}`);
  return { browser, phone };
}

/** Step 2 as a single pharmacy fills it in. */
export function companyForm(changes: Record<string, unknown> = {}) {
  return {
    type: 1,
    name: '新开大药房（演示）',
    credit_code: freshCreditCode(),
    legal_person: '王法人',
    principal: '李负责',
    quality_head: '赵质量',
    region: '湖北省武汉市江汉区',
    address: '演示路 8 号',
    warehouse_region: '湖北省武汉市江汉区',
    warehouse: '演示路 8 号一楼',
    buyer: '钱采购',
    receiver: '孙收货',
    receiver_phone: '027-88888888',
    ...changes,
  };
}

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Sends a file as the form does; returns the whole reply. */
export async function sendFile(
  browser: Browser,
  bytes: Buffer = PNG,
  name = '证照.png',
): Promise<Reply<{ id: string; url: string }>> {
  const form = new FormData();
  form.append('kind', 'certificate');
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const request = new Request('http://shop/', { method: 'POST', body: form });
  return browser.send({
    method: 'POST',
    path: '/api/upload',
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
}

/** A certificate with a file of its own. */
export async function certificate(
  browser: Browser,
  kind: string,
  changes: Partial<CertificateForm> = {},
): Promise<CertificateForm> {
  const { data } = await sendFile(browser);
  return {
    kind,
    number: '演AA0990001',
    issuer: '演示市药品监督管理局',
    issued: '2025-01-01',
    expires: '2030-01-01',
    long: 0,
    files: [data.id],
    ...changes,
  };
}

/** What a pharmacy must have (domain §1). */
export const NEEDED = ['business_licence', 'drug_licence', 'mandate', 'mandate_identity'];

export const certificates = (browser: Browser, kinds: readonly string[] = NEEDED) =>
  Promise.all(kinds.map((kind) => certificate(browser, kind)));

/** Somebody whose whole registration waits for review. */
export async function submitted(shop: TestApp, changes: Record<string, unknown> = {}) {
  const { browser, phone } = await openAccount(shop);
  const company = await browser.call('register.company', { body: companyForm(changes) });
  const sent = await browser.call('register.certificates', {
    body: { certificates: await certificates(browser) },
  });
  if (sent.code !== 200) throw new Error(`not submitted: ${sent.message}`);
  return { browser, phone, companyId: company.data.company_id };
}

/** Passes every certificate and the whole. */
export async function approve(ops: Browser, companyId: number): Promise<void> {
  const { data } = await ops.call('ops-register.detail', { params: { id: companyId } });
  for (const { certificate: one } of data.certificates) {
    if (one.state === 'pending') {
      await ops.call('ops-register.judge', { params: { id: one.id ?? 0 }, body: { pass: 1 } });
    }
  }
  const decided = await ops.call('ops-register.decide', { params: { id: companyId }, body: { pass: 1 } });
  if (decided.code !== 200) throw new Error(`not approved: ${decided.message}`);
}
