import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import type { PushSender } from '../../../kernel/outside/web-push/push-sender.ts';
import { type Answer, ok, refuseField } from '../../../kernel/result/answer.ts';

type Subscription = Calls['notice.subscribe']['body'];

/**
 * Subscribes the browser of this session, in place of what it or another login in the same browser had. Refused for an
 * endpoint that is no address of the internet: the shop would be made to ask within its own network.
 */
export async function subscribe(
  db: Db,
  { id, sessionId }: Member,
  subscription: Subscription,
  { push, now }: { push: PushSender; now: number },
): Promise<Answer<{ ok: boolean }>> {
  if (!push.accepts(subscription.endpoint))
    return refuseField('endpoint', '这个浏览器的推送地址不能用，请改用邮件');
  await db
    .deleteFrom('push_subscriptions')
    .where((eb) => eb.or([eb('endpoint', '=', subscription.endpoint), eb('session_id', '=', sessionId)]))
    .execute();
  const { endpoint, p256dh, auth } = subscription;
  await db
    .insertInto('push_subscriptions')
    .values({ member_id: id, session_id: sessionId, endpoint, p256dh, auth, created_at: now })
    .execute();
  return ok({ ok: true }, '这个浏览器会收到通知');
}

/** Ends the subscription of one of a member's browsers; without an id that of this session. */
export async function unsubscribe(
  db: Db,
  { id, sessionId }: Member,
  subscriptionId: number | undefined,
): Promise<void> {
  const own = db.deleteFrom('push_subscriptions').where('member_id', '=', id);
  await (subscriptionId === undefined
    ? own.where('session_id', '=', sessionId)
    : own.where('id', '=', subscriptionId)
  ).execute();
}
