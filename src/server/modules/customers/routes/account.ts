import { isMobile, isPhone, maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Calls } from '#generated/calls.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { changeContact } from '../profile/change-contact.ts';
import { readProfile } from '../profile/read.ts';
import { listScopes } from '../profile/scopes.ts';

/** The member's own account, and the company that it acts for (spec §7 User). */
export default defineRoutes({
  'user.profile': async ({ db, visitor, now }) => ok(await readProfile(db, memberOf(visitor), now)),
  'user.jyfw': async ({ db, visitor }) => ok(await listScopes(db, memberOf(visitor))),
  'user.updateUserInfo': (request) => changeContact(request, request.body),
  'user.phone': async ({ params }) => ok(describePhone(params.value)),
});

/**
 * Kind of a phone number; does not reveal whether it is registered (domain §1: known and unknown phones answer alike).
 */
function describePhone(value: string): Calls['user.phone']['data'] {
  const kind = phoneKind(value);
  return { phone: maskPhone(value), kind, text: PHONE_KINDS[kind] };
}

function phoneKind(value: string): keyof typeof PHONE_KINDS {
  if (isMobile(value)) return 'mobile';
  return isPhone(value) ? 'landline' : 'none';
}

const PHONE_KINDS = {
  mobile: '可以接收短信验证码',
  landline: '座机不能接收短信，请填写手机号',
  none: '号码格式不正确，应为 11 位手机号',
} as const;
