import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { UPLOAD_LIMIT } from '../http/multipart.ts';
import type { CallRequest } from '../http/routes.ts';
import { mayUse, memberOf } from '../http/visitor.ts';
import { type Answer, made, refuse, refuseField } from '../result/answer.ts';
import { inspect } from './inspect.ts';
import { typesInWords, UPLOAD_KINDS } from './kinds.ts';
import { type FileToKeep, putBytes, recordFile } from './store.ts';

const LONGEST_NAME = 100;

/** Why a file of a right type is not taken. */
const REFUSED = {
  active: '文件里含有脚本或附带的文件，请重新扫描或拍照后上传',
  huge: '图片的像素过大或已损坏，请换一张',
  unreadable: '文件已损坏、加了密码或过于复杂，无法检查内容，请重新扫描或拍照后上传',
} as const;

/** Files that one company may send within a day: enough for a chain's certificates, too few to fill a disk. */
const MOST_A_DAY = 500;

/** Keeps a file that was sent: recognised by its content, within the limits of its kind. */
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
  if ('refused' in found && found.refused !== 'unknown') return refuseField('file', REFUSED[found.refused]);
  const type = 'type' in found ? found.type : '';
  if (!kind.types.includes(type)) {
    return refuseField('file', `${kind.label}只能是 ${typesInWords(kind)}，以文件内容为准`);
  }
  const member = memberOf(visitor);
  const { sent } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('company_id', '=', member.companyId)
    .where('created_at', '>', now - DAY)
    .executeTakeFirstOrThrow();
  if (sent >= MOST_A_DAY) return refuse('tooManyRequests');
  const name = nameOf(body.file.name);
  const owner = { memberId: member.id, companyId: member.companyId };
  const file: FileToKeep = { kind: body.kind, isPublic: kind.isPublic, owner, name, type, bytes };
  const id = await putBytes(uploads, bytes);
  const answer = await transaction(async (trx) => {
    await recordFile(trx, id, file, now);
    return made({ id, url: `/api/upload/${id}`, name, size: bytes.length }, '上传成功');
  });
  // The same request, sent twice at once, has kept its file already.
  if (answer.ok && answer.data.id !== id) await uploads.remove(id);
  return answer;
}

/** The last part of whatever path it came with, without marks that steer a terminal or a header. */
function nameOf(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return Array.from(plain).slice(-LONGEST_NAME).join('') || '文件';
}
