import { isMobile, maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Accepted, type Answer, ok, type Refused, refuseField } from '../../../kernel/result/answer.ts';
import {
  consumeCode,
  markAuthenticated,
  reauthenticate,
  type VerifiedCode,
  verifyCode,
} from '../../identity/index.ts';

const companyPage = pageLink('jcxx_index');

type Form = Calls['user.updateUserInfo']['body'];
type ContactData = Calls['user.updateUserInfo']['data'];

/** Shown only to a member who has proved by a code that the phone is theirs. */
const TAKEN = '这个手机号已是另一个账号的登录手机';
const USED = '验证码已失效，请重新获取';

/**
 * Changes the member's name, and its phone to one verified by a code (spec §7 `updateUserInfo`). The masked phone
 * counts as unchanged. Whoever holds the phone can reset the password, so changing it requires the same authentication.
 */
export async function changeContact(
  request: Pick<RequestContext, 'db' | 'visitor' | 'now' | 'address' | 'transaction'>,
  form: Form,
): Promise<Answer<ContactData>> {
  const { db, visitor, now, transaction } = request;
  const { id, sessionId } = memberOf(visitor);
  const name = form.name.trim();
  if (name.length < 2) return refuseField('name', '联系人至少 2 个字');
  const member = await db
    .selectFrom('members')
    .select('phone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { phone } = form;
  const isNew = phone !== '' && phone !== member.phone && phone !== maskPhone(member.phone ?? '');
  if (isNew && !isMobile(phone)) return refuseField('phone', '请填写 11 位手机号');
  const refused = isNew ? await reauthenticate(request, form.current) : null;
  if (refused) return refused;
  const proof = isNew ? await verifyPhone(db, phone, form.code, now) : null;
  if (proof && !proof.ok) return proof;
  return transaction(async (trx) => {
    if (proof && !proof.data.spent) {
      const refused = await changePhone(trx, { id, phone, proof: proof.data, now });
      if (refused) return refused;
      await markAuthenticated(trx, sessionId, now);
    }
    await trx.updateTable('members').set({ name }).where('id', '=', id).execute();
    const { phone: kept } = await trx
      .selectFrom('members')
      .select('phone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return ok({ name, phone: maskPhone(kept ?? '') }, '资料已保存');
  });
}

async function verifyPhone(
  db: Db,
  phone: string,
  code: string,
  now: number,
): Promise<Accepted<VerifiedCode> | Refused> {
  if (code === '') return refuseField('code', '更换手机号要填写新号码收到的验证码');
  return verifyCode(db, { phone, scene: 'phone', code, now });
}

interface PhoneChange {
  id: number;
  phone: string;
  proof: VerifiedCode;
  now: number;
}

/** Writes the new phone; a user name that equals the old phone changes with it. */
async function changePhone(db: Db, { id, phone, proof, now }: PhoneChange): Promise<Refused | null> {
  if (!(await consumeCode(db, proof, now))) return refuseField('code', USED);
  const other = await db
    .selectFrom('members')
    .select('id')
    .where('id', '<>', id)
    .where((eb) => eb.or([eb('phone', '=', phone), eb('username', '=', phone)]))
    .executeTakeFirst();
  if (other) return refuseField('phone', TAKEN);
  await db
    .updateTable('members')
    .set((eb) => ({
      phone,
      username: eb.case().when('username', '=', eb.ref('phone')).then(phone).else(eb.ref('username')).end(),
    }))
    .where('id', '=', id)
    .execute();
  const text = {
    kind: 'account',
    title: '登录手机已更换',
    body: `登录手机已更换为 ${maskPhone(phone)}。如非本人操作，请立即修改密码并联系客服。`,
    url: companyPage(),
  } as const;
  await sendMessage(db, { audience: 'one', id }, text, { author: null, now });
  return null;
}
