import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { UPLOAD_LIMIT } from '../http/multipart.ts';
import type { CallRequest } from '../http/routes.ts';
import { mayUse, memberOf } from '../http/visitor.ts';
import { type Answer, made, refuse, refuseField } from '../result/answer.ts';
import { inspect } from './inspect.ts';
import { typesText, UPLOAD_KINDS } from './kinds.ts';
import { type NewFile, putBytes, recordFile } from './store.ts';

const MAX_NAME_LENGTH = 100;

/** Messages for a file of an accepted type that is refused. */
const REFUSAL_MESSAGES = {
  active: '文件里含有脚本或附带的文件，请重新扫描或拍照后上传',
  huge: '图片的像素过大或已损坏，请换一张',
  unreadable: '文件已损坏、加了密码或过于复杂，无法检查内容，请重新扫描或拍照后上传',
} as const;

/** Files that one company may upload within a day: enough for a chain's certificates, too few to fill a disk. */
const MAX_PER_DAY = 500;

/** Stores an uploaded file: its type is determined by its content, and the limits of its kind apply. */
export async function receiveUpload({
  db,
  uploads,
  visitor,
  body,
  now,
  transaction,
}: CallRequest<'upload.create'>): Promise<Answer<Calls['upload.create']['data']>> {
  const kind = Object.hasOwn(UPLOAD_KINDS, body.kind) ? UPLOAD_KINDS[body.kind] : undefined;
  if (!kind) return refuseField('kind', '没有这一种文件');
  if (!mayUse(visitor.role, kind.access)) return refuse('forbidden');
  if (body.file.size > UPLOAD_LIMIT) return refuse('tooLarge', { message: '文件不能超过 10 MB' });
  if (body.file.size === 0) return refuseField('file', '文件是空的');
  const bytes = await body.file.bytes();
  const found = await inspect(bytes);
  if ('refused' in found && found.refused !== 'unknown')
    return refuseField('file', REFUSAL_MESSAGES[found.refused]);
  const type = 'type' in found ? found.type : '';
  if (!kind.types.includes(type)) {
    return refuseField('file', `${kind.label}只能是 ${typesText(kind)}，以文件内容为准`);
  }
  const member = memberOf(visitor);
  const { sent } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('company_id', '=', member.companyId)
    .where('created_at', '>', now - DAY)
    .executeTakeFirstOrThrow();
  if (sent >= MAX_PER_DAY) return refuse('tooManyRequests');
  const name = nameOf(body.file.name);
  const owner = { memberId: member.id, companyId: member.companyId };
  const file: NewFile = { kind: body.kind, isPublic: kind.isPublic, owner, name, type, bytes };
  const id = await putBytes(uploads, bytes);
  const answer = await transaction(async (trx) => {
    await recordFile(trx, id, file, now);
    return made({ id, url: `/api/upload/${id}`, name, size: bytes.length }, '上传成功');
  });
  // A concurrent duplicate of this request has stored its file already.
  if (answer.ok && answer.data.id !== id) await uploads.remove(id);
  return answer;
}

/** The base name of a file, without control and format characters. */
function nameOf(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return Array.from(plain).slice(-MAX_NAME_LENGTH).join('') || '文件';
}
