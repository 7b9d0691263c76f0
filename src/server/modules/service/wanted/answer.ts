import type { Calls } from '#generated/calls.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { STATES } from './wanted.ts';

/** Answers a request for goods: where it stands, and the good that was found. */
export async function answerWanted(
  db: Db,
  request: RequestContext,
  id: number,
  { state, reply, code }: Calls['ops-wanted.answer']['body'],
): Promise<Answer<{ id: number }>> {
  const before = await db
    .selectFrom('wanted_goods')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!before) return refuse('notFound', { message: '这条求购已经不在了' });
  const goods =
    code === ''
      ? null
      : await db.selectFrom('goods').where('code', '=', code).select('id').executeTakeFirst();
  if (goods === undefined) return refuseField('code', '没有这个编码的商品');
  await db
    .updateTable('wanted_goods')
    .set({ state, reply, goods_id: goods?.id ?? null, replied_at: request.now })
    .where('id', '=', id)
    .execute();
  await record(db, request, {
    action: 'update',
    subject: 'wanted',
    id,
    label: before.name,
    before: { status: STATES[before.state], reply: before.reply },
    after: { status: STATES[state], reply },
  });
  await sendMessage(
    db,
    { audience: 'one', id: before.member_id },
    {
      kind: 'notice',
      title: `求购${STATES[state]}：${before.name}`,
      body: reply,
      url: `/pzqg/info?id=${id}`,
    },
    { author: null, now: request.now },
  );
  return ok({ id }, '已回复');
}
