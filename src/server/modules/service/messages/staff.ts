import type { Calls } from '#generated/calls.ts';
import { COMPANY_TYPES } from '#shop/domain/company.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { countAtMost } from '../../../kernel/db/count-at-most.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { BAD_LINK_TARGET, isLinkTarget } from '../../../kernel/http/link-target.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { KINDS } from '../../../kernel/notifications/kinds.ts';
import { type Receivers, sendMessage } from '../../../kernel/notifications/send.ts';
import { type Answer, made, refuseField } from '../../../kernel/result/answer.ts';

type Input = Calls['ops-message.send']['body'];

/** A page of sent messages, newest first, with the number of readers. */
export async function listSent(
  db: Db,
  page: number,
  pageSize: number,
): Promise<Calls['ops-message.list']['data']> {
  const rows = await db
    .selectFrom('messages')
    .leftJoin('members as receiver', 'receiver.id', 'messages.member_id')
    .leftJoin('members as author', 'author.id', 'messages.created_by')
    .select(['messages.id', 'messages.kind', 'messages.title', 'messages.body', 'messages.url'])
    .select(['messages.audience', 'messages.company_type', 'messages.created_at'])
    .select(['receiver.username as receiver', 'author.username as author'])
    .select((eb) =>
      eb
        .selectFrom('message_reads')
        .whereRef('message_id', '=', 'messages.id')
        .select((count) => count.fn.countAll<number>().as('readers'))
        .as('readers'),
    )
    .orderBy('messages.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const total = await countAtMost(db, db.selectFrom('messages').select('id'));
  const list = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    kind_text: KINDS[row.kind],
    title: row.title,
    body: row.body,
    url: row.url,
    audience_text: audienceText(row),
    readers: row.readers ?? 0,
    author: row.author ?? '系统',
    created_at: row.created_at,
  }));
  return { list, total, page, page_size: pageSize };
}

function audienceText(row: {
  audience: string;
  company_type: number | null;
  receiver: string | null;
}): string {
  if (row.audience === 'all') return '全部会员';
  return row.audience === 'type' ? companyTypeText(row.company_type) : (row.receiver ?? '');
}

const companyTypeText = (type: number | null) => COMPANY_TYPES[type ?? 0] ?? '';

/** Sends a message of staff to its audience. */
export async function sendAsStaff(
  db: Db,
  request: RequestContext,
  input: Input,
): Promise<Answer<Calls['ops-message.send']['data']>> {
  if (!isLinkTarget(input.url)) return refuseField('url', BAD_LINK_TARGET);
  const receivers = await receiversOf(db, input);
  if ('ok' in receivers) return receivers;
  const { kind, title, body, url } = input;
  const author = memberOf(request.visitor).id;
  const id = await sendMessage(db, receivers, { kind, title, body, url }, { author, now: request.now });
  const count = await countReceivers(db, receivers);
  await record(db, request, {
    action: 'send',
    subject: 'message',
    id,
    label: title,
    after: {
      kind: KINDS[kind],
      audience:
        receivers.audience === 'type' ? companyTypeText(receivers.type) : (input.username ?? '全部会员'),
      title,
      body,
      url,
      receivers: count,
    },
  });
  return made({ id, receivers: count }, `已发给 ${count} 位会员`);
}

async function receiversOf(db: Db, { audience, company_type, username }: Input) {
  if (audience === 'all') return { audience } satisfies Receivers;
  if (audience === 'type') {
    if (company_type === undefined) return refuseField('company_type', '请选择企业类型');
    return { audience, type: company_type } satisfies Receivers;
  }
  const wanted = username?.trim().toLowerCase();
  if (!wanted) return refuseField('username', '请填写用户名或手机号');
  const member = await db
    .selectFrom('members')
    .select('id')
    .where((eb) => eb.or([eb(eb.fn('lower', ['username']), '=', wanted), eb('phone', '=', wanted)]))
    .executeTakeFirst();
  return member ? ({ audience, id: member.id } satisfies Receivers) : refuseField('username', '没有这位会员');
}

async function countReceivers(db: Db, receivers: Receivers): Promise<number> {
  if (receivers.audience === 'one') return 1;
  let members = db.selectFrom('members').innerJoin('companies', 'companies.id', 'members.company_id');
  if (receivers.audience === 'type') members = members.where('companies.type', '=', receivers.type);
  const { count } = await members
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
