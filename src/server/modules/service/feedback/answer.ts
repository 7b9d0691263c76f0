import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';

/** Answers feedback. */
export async function answerFeedback(
  db: Db,
  request: RequestContext,
  id: number,
  reply: string,
): Promise<Answer<{ id: number }>> {
  const before = await db
    .selectFrom('feedbacks')
    .where('id', '=', id)
    .select(['text', 'reply', 'member_id'])
    .forUpdate()
    .executeTakeFirst();
  if (!before) return refuse('notFound', { message: '这条反馈已经不在了' });
  await db
    .updateTable('feedbacks')
    .set({ state: 'answered', reply, replied_at: request.now })
    .where('id', '=', id)
    .execute();
  await record(db, request, {
    action: 'update',
    subject: 'feedback',
    id,
    label: before.text.slice(0, 60),
    before: { reply: before.reply },
    after: { reply },
  });
  await sendMessage(
    db,
    { audience: 'one', id: before.member_id },
    { kind: 'notice', title: '您的反馈有了回复', body: reply, url: '/yjfk' },
    { author: null, now: request.now },
  );
  return ok({ id }, '已回复');
}
