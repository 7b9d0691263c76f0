import type { Calls } from '#generated/calls.ts';
import { changeRow } from '../../../kernel/audit/rows.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok, refuseField } from '../../../kernel/result/answer.ts';
import { STATES } from './requests.ts';

const wantedPage = pageLink('zzfw_pzqg_info');

/** Answers a sourcing request: its state, a reply, and the good that was found. */
export async function answerSourcingRequest(
  db: Db,
  request: RequestContext,
  id: number,
  { state, reply, code }: Calls['ops-wanted.answer']['body'],
): Promise<Answer<{ id: number }>> {
  const goods =
    code === ''
      ? null
      : await db.selectFrom('goods').where('code', '=', code).select('id').executeTakeFirst();
  const saved = await changeRow(db, request, {
    table: 'wanted_goods',
    subject: 'wanted',
    key: { id },
    gone: '这条求购已经不在了',
    refuse: () => (goods === undefined ? refuseField('code', '没有这个编码的商品') : null),
    values: { state, reply },
    onUpdate: () => ({ goods_id: goods?.id ?? null, replied_at: request.now }),
    label: ({ name }) => name,
    logged: (row) => ({ status: STATES[row.state], reply: row.reply }),
  });
  if (!saved.ok) return saved;
  const { member_id, name } = saved.before;
  await sendMessage(
    db,
    { audience: 'one', id: member_id },
    {
      kind: 'notice',
      title: `求购${STATES[state]}：${name}`,
      body: reply,
      url: wantedPage({ id }),
    },
    { author: null, now: request.now },
  );
  return ok({ id }, '已回复');
}
