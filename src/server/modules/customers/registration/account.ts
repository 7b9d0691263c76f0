import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Accepted, made, type Refused, refuseField } from '../../../kernel/result/answer.ts';
import {
  bindIdentity,
  consumeCode,
  hashPassword,
  passwordProblem,
  type VerifiedCode,
  verifyCode,
  verifyPassword,
} from '../../identity/index.ts';

export interface NewAccount {
  phone: string;
  code: string;
  password: string;
  /** 业务员邀请码; '' for none. */
  invite: string;
  agree: number;
  /** 1 binds the account to the WeChat identity that this browser scanned. */
  wechat: number;
}

interface RegistrationContext {
  now: number;
  /** Hash of the browser's WeChat cookie, and the ticket of the identity that it scanned. */
  browser: string | null;
  ticket: string | null;
  transaction: <Data>(
    work: (db: Db) => Promise<Accepted<Data> | Refused>,
  ) => Promise<Accepted<Data> | Refused>;
}

const TAKEN = '这个手机号已经注册过，可以直接登录或找回密码';
const USED = '验证码已失效，请重新获取';

/**
 * Step 1: creates a member with an empty company; returns the member's id. Only a caller who has verified the phone by
 * a code learns that it is registered already. A repeated request returns the account that it created.
 */
export async function registerAccount(
  db: Db,
  account: NewAccount,
  { now, browser, ticket, transaction }: RegistrationContext,
): Promise<Accepted<number> | Refused> {
  const { phone, code, password } = account;
  const problem = await passwordProblem(password, { username: phone, phone });
  if (problem) return problem;
  if (account.agree !== 1) return refuseField('agree', '请阅读并同意用户协议与隐私政策');
  const judged = await verifyCode(db, { phone, scene: 'register', code, now });
  if (!judged.ok) return judged;
  if (judged.data.spent) return existingAccount(db, phone, password);
  const passwordHash = await hashPassword(password);
  const verified = { passwordHash, proof: judged.data, now, browser, ticket };
  return transaction((trx) => createAccount(trx, account, verified));
}

async function existingAccount(db: Db, phone: string, password: string): Promise<Accepted<number> | Refused> {
  const member = await db
    .selectFrom('members')
    .select(['id', 'password_hash'])
    .where('phone', '=', phone)
    .executeTakeFirst();
  const fits = await verifyPassword(member?.password_hash ?? null, password);
  return member && fits ? made(member.id) : refuseField('code', USED);
}

interface VerifiedAccount {
  passwordHash: string;
  proof: VerifiedCode;
  now: number;
  browser: string | null;
  ticket: string | null;
}

async function createAccount(
  db: Db,
  { phone, invite, wechat }: NewAccount,
  { passwordHash, proof, now, browser, ticket }: VerifiedAccount,
): Promise<Accepted<number> | Refused> {
  if (!(await consumeCode(db, proof, now))) return refuseField('code', USED);
  if (await isTaken(db, phone)) return refuseField('phone', TAKEN);
  const manager = await managerByInvite(db, invite);
  if (manager === null) return refuseField('invite', '没有这个邀请码，可以留空');
  const company = await db
    .insertInto('companies')
    .values({ name: `会员 ${maskPhone(phone)}`, type: 1, manager_id: manager.id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const member = await db
    .insertInto('members')
    .values({
      company_id: company.id,
      username: phone,
      phone,
      name: maskPhone(phone),
      password_hash: passwordHash,
      can_chat: true,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!member) return refuseField('phone', TAKEN);
  await db
    .insertInto('registrations')
    .values({ member_id: member.id, company_id: company.id, is_store: false, created_at: now })
    .execute();
  const bound = wechat === 1 ? await bindIdentity(db, member.id, { ticket, browser, now }) : null;
  return bound !== null && !bound.ok ? bound : made(member.id);
}

async function isTaken(db: Db, phone: string): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where((eb) => eb.or([eb('phone', '=', phone), eb('username', '=', phone)]))
    .executeTakeFirst();
  return member !== undefined;
}

/** The account manager of the invitation code, else the service centre; null for an unknown code. */
async function managerByInvite(db: Db, invite: string): Promise<{ id: number | null } | null> {
  const managers = db.selectFrom('managers').select('id').orderBy('id').limit(1);
  if (invite === '') {
    return (await managers.where('is_default', '=', true).executeTakeFirst()) ?? { id: null };
  }
  return (await managers.where('invite_code', '=', invite.toUpperCase()).executeTakeFirst()) ?? null;
}
