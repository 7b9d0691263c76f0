import { createHash } from 'node:crypto';
import type { SmsScene } from '#server/kernel/outside/sms/sender.ts';
import { createProof } from '#server/modules/identity/verification/proofs.ts';
import { companyForm, freshPhone, NEW_PASSWORD } from '../../modules/customers/registration/support.ts';
import { makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { defineRows, lists, type Maker, of } from '../rows.ts';

const CODE = '123456';
let made = 0;

/** A phone to which a code was sent: nobody's for `register`, somebody's else. */
const phoneFor = (scene: SmsScene): Maker<string> => ({
  async make(_owner, { db }) {
    const phone = freshPhone();
    made += 1;
    if (scene !== 'register') await makeMember(db, START, { username: `phone-${made}`, phone });
    await db
      .insertInto('sms_codes')
      .values({
        phone,
        scene,
        code_hash: createHash('sha256').update(`${phone}|${scene}|${CODE}`).digest('hex'),
        address: '',
        created_at: START,
        expires_at: START + 600,
      })
      .execute();
    return phone;
  },
  shared: true,
});

/** A ticket to set somebody's password. */
const ticket: Maker<string> = {
  async make(_owner, { db }) {
    made += 1;
    const { id } = await makeMember(db, START, { username: `forgetful-${made}` });
    return createProof(db, { kind: 'reset', member: id, content: {}, seconds: 600, now: START });
  },
  shared: true,
};

/** A file that was sent for a certificate. */
const file: Maker<string> = {
  async make({ memberId, companyId }, { db }) {
    made += 1;
    const id = String(made).padStart(22, 'f');
    await db
      .insertInto('uploads')
      .values({
        id,
        kind: 'certificate',
        is_public: false,
        member_id: memberId,
        company_id: companyId,
        name: '委托书.png',
        type: 'image/png',
        size: 1,
        sha256: '',
        created_at: START,
      })
      .execute();
    return id;
  },
  table: 'uploads',
  absent: 'a'.repeat(22),
};

/** A certificate that waits for review. */
const waiting: Maker = {
  async make({ companyId }, { db }) {
    await db
      .deleteFrom('certificates')
      .where('company_id', '=', companyId)
      .where('kind', '=', 'mandate')
      .execute();
    const { id } = await db
      .insertInto('certificates')
      .values({
        company_id: companyId,
        kind: 'mandate',
        number: '演0001',
        issuer: '本单位',
        issued: '2026-01-01',
        expires: '2030-01-01',
        files: [],
        state: 'pending',
        submitted_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'certificates',
};

/** A registration that waits for the whole decision. */
const registration: Maker = {
  async make(_owner, { db }) {
    made += 1;
    const { companyId } = await makeMember(db, START, { username: `waits-${made}`, approval: 'pending' });
    return companyId;
  },
  table: 'companies',
};

const renewal = (id: string) => ({
  body: {
    certificates: [
      {
        kind: 'mandate',
        number: `演${id.slice(-4)}`,
        issuer: '本单位',
        issued: '2026-01-01',
        expires: '2030-01-01',
        long: 0 as const,
        files: [id],
      },
    ],
  },
});

export default defineRows({
  'login.ways': {},
  'sms.send': { send: () => ({ body: { phone: freshPhone(), scene: 'register' } }) },
  'register.status': {},
  'register.account': of(
    phoneFor('register'),
    (phone) => ({ body: { phone, code: CODE, password: NEW_PASSWORD, agree: 1 } }),
    { throwaway: true },
  ),
  /* A store's further stores are its head's to register. */
  'register.company': {
    throwaway: true,
    refuses: { store: 409 },
    send: () => ({ body: companyForm({ store: 1, type: 4 }) }),
  },
  /* Whoever waits for review has nothing more to send. */
  'register.certificates': of(file, renewal, { refuses: { member: 409 } }),
  'register.draft': { send: { body: { step: 2, content: { name: '写到一半' } } } },
  'user.zizhi': lists(waiting, ({ list }) => list.map(({ id }) => id ?? 0)),
  'forget.verify': of(phoneFor('forget'), (phone) => ({ body: { phone, code: CODE } })),
  'forget.reset': of(ticket, (token) => ({ body: { token, password: NEW_PASSWORD } })),
  'forget.status': {},
  'wechat.scanned': {},
  'user.create_code': {},
  'user.unbind_wechat': {},
  'dev.outbox': {},
  'dev.wechatPeople': {},
  'dev.wechat': { send: { body: { name: '小林', state: 'x' } } },
  'ops-register.list': {},
  'ops-register.detail': of(registration, (id) => ({ params: { id } })),
  'ops-register.judge': of(waiting, (id) => ({ params: { id }, body: { pass: 1 } })),
  'ops-register.decide': of(registration, (id) => ({
    params: { id },
    body: { pass: 0, reason: '资料不全' },
  })),
  'ops-register.bulkPreview': of(
    registration,
    (id) => ({ body: { ids: [id], pass: 0, reason: '资料不全' } }),
    { acts: 0 },
  ),
  'ops-register.bulk': of(registration, (id) => ({ body: { ids: [id], pass: 0, reason: '资料不全' } })),
});
