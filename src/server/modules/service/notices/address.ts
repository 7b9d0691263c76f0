import { createHash, randomInt } from 'node:crypto';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';

const settingsPage = pageLink('tzsz');

/** Seconds between two codes, and that one lives; codes a day and tries for each. */
const INTERVAL = 60;
const LIFETIME = 1_800;
const MAX_PER_DAY = 10;
const MAX_TRIES = 5;

const STALE = '验证码已失效，请重新获取';

const hashOf = (memberId: number, email: string, code: string) =>
  createHash('sha256').update(`${memberId}|${email}|${code}`).digest('hex');

/**
 * Sends a code to an address that a member wants notices at. It is used only when the code has come back; until then the one
 * before goes on. Run it in a transaction.
 */
export async function requestAddress(
  db: Db,
  memberId: number,
  email: string,
  now: number,
): Promise<Answer<{ ok: boolean }>> {
  await db
    .insertInto('member_emails')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { code_sent_at } = await lockedAddress(db, memberId);
  const wait = code_sent_at + INTERVAL - now;
  if (wait > 0) return refuse('smsTooSoon', { message: `请 ${wait} 秒后再获取`, data: { wait } });
  if (await hasTooMany(db, memberId, now)) return refuse('smsTooMany');
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await db
    .updateTable('member_emails')
    .set({ pending_email: email, code_hash: hashOf(memberId, email, code), code_tries: 0, code_sent_at: now })
    .where('member_id', '=', memberId)
    .execute();
  await db
    .insertInto('notice_deliveries')
    .values({
      member_id: memberId,
      message_id: null,
      channel: 'email',
      subscription_id: null,
      email,
      title: '确认通知邮箱',
      body: `验证码 ${code}，30 分钟内有效。\n在通知设置里填入它，以后的通知就会发到这个邮箱。不是您本人操作的话，不用理会这封邮件。`,
      created_at: now,
      due_at: now,
    })
    .execute();
  return ok({ ok: true }, '验证码已发往邮箱');
}

const lockedAddress = (db: Db, memberId: number) =>
  db
    .selectFrom('member_emails')
    .selectAll()
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow();

async function hasTooMany(db: Db, memberId: number, now: number): Promise<boolean> {
  const { sent } = await db
    .selectFrom('notice_deliveries')
    .where('member_id', '=', memberId)
    .where('message_id', 'is', null)
    .where('created_at', '>', now - DAY)
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .executeTakeFirstOrThrow();
  return sent >= MAX_PER_DAY;
}

/** Counts an attempt, outside of any transaction, so that no rollback allows more; refuses a code that is wrong or too old. */
export async function judgeCode(
  db: Db,
  memberId: number,
  code: string,
  now: number,
): Promise<Refused | { email: string }> {
  const row = await db
    .updateTable('member_emails')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('member_id', '=', memberId)
    .where('code_hash', '!=', '')
    .where('code_sent_at', '>', now - LIFETIME)
    .where('code_tries', '<', MAX_TRIES)
    .returning(['pending_email', 'code_hash'])
    .executeTakeFirst();
  if (!row) return refuseField('code', STALE);
  const { pending_email: email, code_hash } = row;
  return code_hash === hashOf(memberId, email, code) ? { email } : refuseField('code', '验证码不正确');
}

/** Uses the address from now on. The one before is notified of it, and of nothing after. */
export async function confirmAddress(
  db: Db,
  memberId: number,
  email: string,
  now: number,
): Promise<Answer<{ ok: boolean }>> {
  const kept = await lockedAddress(db, memberId);
  if (kept.pending_email !== email || kept.code_hash === '') return refuseField('code', STALE);
  await sendMessage(
    db,
    { audience: 'one', id: memberId },
    {
      kind: 'account',
      title: '通知邮箱已变更',
      body: '以后的通知会发到新确认的邮箱。不是您本人操作的话，请修改密码。',
      url: settingsPage(),
    },
    { author: null, now },
  );
  await db
    .updateTable('member_emails')
    .set({ email, confirmed_at: now, pending_email: '', code_hash: '' })
    .where('member_id', '=', memberId)
    .execute();
  return ok({ ok: true }, '邮箱已确认，通知会发到这里');
}

/** Sends no more e-mails to a member. */
export async function removeAddress(db: Db, memberId: number): Promise<void> {
  await db
    .updateTable('member_emails')
    .set({ email: '', confirmed_at: null, pending_email: '', code_hash: '' })
    .where('member_id', '=', memberId)
    .execute();
}
