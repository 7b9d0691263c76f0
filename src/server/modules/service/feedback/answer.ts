import { changeRow } from '../../../kernel/audit/rows.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok } from '../../../kernel/result/answer.ts';

const feedbackPage = pageLink('zzfw_yjfk');

/** Answers feedback. */
export async function answerFeedback(
  db: Db,
  request: RequestContext,
  id: number,
  reply: string,
): Promise<Answer<{ id: number }>> {
  const saved = await changeRow(db, request, {
    table: 'feedbacks',
    subject: 'feedback',
    key: { id },
    gone: '这条反馈已经不在了',
    values: { reply },
    onUpdate: () => ({ state: 'answered' as const, replied_at: request.now }),
    label: ({ text }) => text.slice(0, 60),
  });
  if (!saved.ok) return saved;
  await sendMessage(
    db,
    { audience: 'one', id: saved.before.member_id },
    { kind: 'notice', title: '您的反馈有了回复', body: reply, url: feedbackPage() },
    { author: null, now: request.now },
  );
  return ok({ id }, '已回复');
}
