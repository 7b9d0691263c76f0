import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { type NoticeChannel, type NoticeTopic, TOPICS } from '../../../kernel/notifications/topics.ts';
import { vapidKeys } from '../../../kernel/notifications/vapid.ts';
import { type Answer, ok, refuseField } from '../../../kernel/result/answer.ts';

type Settings = Calls['notice.settings']['data'];

/** What a member has switched, the address for e-mails, and the browsers that are sent notices. */
export async function noticeSettings({ db, visitor, channels, now }: RequestContext): Promise<Settings> {
  const { id, sessionId } = memberOf(visitor);
  const off = await switchedOff(db, id);
  const isOn = (topic: string, channel: NoticeChannel) => (off.has(`${topic} ${channel}`) ? 0 : 1);
  const address = await db
    .selectFrom('member_emails')
    .where('member_id', '=', id)
    .select(['email', 'pending_email'])
    .executeTakeFirst();
  const devices = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .where('push_subscriptions.member_id', '=', id)
    .where('sessions.expires_at', '>', now)
    .orderBy('push_subscriptions.created_at', 'desc')
    .select(['push_subscriptions.id', 'session_id', 'agent', 'push_subscriptions.created_at'])
    .execute();
  return {
    topics: Object.entries(TOPICS).map(([topic, { label, hint, alwaysOnSite }]) => ({
      id: topic,
      label,
      hint,
      site: isOn(topic, 'site'),
      site_fixed: alwaysOnSite ? 1 : 0,
      email: isOn(topic, 'email'),
      push: isOn(topic, 'push'),
    })),
    mail: channels.mail ? 1 : 0,
    outbox: channels.mail?.keepsMails ? 1 : 0,
    email: address?.email ?? '',
    pending_email: address?.pending_email ?? '',
    push_key: (await vapidKeys(db, now)).publicKey,
    here: devices.some(({ session_id }) => session_id === sessionId) ? 1 : 0,
    devices: devices.map(({ id: device, session_id, agent, created_at }) => ({
      id: device,
      agent,
      created_at,
      state_text: session_id === sessionId ? '本机' : '已开启',
    })),
  };
}

async function switchedOff(db: Db, memberId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notice_choices')
    .where('member_id', '=', memberId)
    .where('is_on', '=', false)
    .select(['topic', 'channel'])
    .execute();
  return new Set(rows.map(({ topic, channel }) => `${topic} ${channel}`));
}

interface Choice {
  topic: NoticeTopic;
  channel: NoticeChannel;
  on: number;
}

/** Switches one channel of one topic. */
export async function choose(
  db: Db,
  memberId: number,
  { topic, channel, on }: Choice,
): Promise<Answer<{ ok: boolean }>> {
  if (channel === 'site' && TOPICS[topic].alwaysOnSite)
    return refuseField('topic', '账户与安全的站内消息不能关闭');
  const values = { member_id: memberId, topic, channel, is_on: on === 1 };
  await db
    .insertInto('notice_choices')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'topic', 'channel']).doUpdateSet({ is_on: values.is_on }),
    )
    .execute();
  return ok({ ok: true }, on === 1 ? '已开启' : '已关闭');
}
