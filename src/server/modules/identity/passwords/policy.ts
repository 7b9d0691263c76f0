import { passwordStrength } from '#engine/runtime/validation/password.ts';
import { type Refused, refuseField } from '../../../kernel/result/answer.ts';

/** Data of an account that an attacker tries first. */
export interface PasswordOwner {
  username: string;
  phone: string | null;
}

/** Common passwords in China that the international list lacks. */
const COMMON_HERE = [
  'woaini520',
  'woaini1314',
  'admin888',
  'admin666',
  'taobao123',
  'wang123456',
  'zhang123456',
];

let common: Promise<ReadonlySet<string>> | undefined;

/** The list of zxcvbn, without the entries that are too weak anyway; loaded with the first password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set([
        ...COMMON_HERE,
        ...dictionary['passwords-common'].filter((password) => passwordStrength(password) !== 'weak'),
      ]),
  ));
}

/**
 * Why a password is refused for an account, or null (domain §9 Passwords): too weak, the user name, containing the
 * phone, or common. Case and symbols around a common password do not make it acceptable.
 */
export async function passwordProblem(
  password: string,
  { username, phone }: PasswordOwner,
): Promise<Refused | null> {
  if (passwordStrength(password) === 'weak') {
    return refuseField('password', '密码至少 8 位，并含字母、数字、符号中的两种');
  }
  const plain = password.toLowerCase();
  if (plain === username.toLowerCase()) return refuseField('password', '密码不能与用户名相同');
  if (phone !== null && plain.includes(phone)) return refuseField('password', '密码不能包含手机号');
  const known = await commonPasswords();
  const core = plain.replaceAll(/^[^a-z\d]+|[^a-z\d]+$/g, '');
  return known.has(plain) || known.has(core)
    ? refuseField('password', '这个密码太常见，容易被猜到，请换一个')
    : null;
}
