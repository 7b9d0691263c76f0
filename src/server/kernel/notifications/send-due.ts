import { type Selectable, sql } from 'kysely';
import type { SiteConfig } from '#generated/schemas.ts';
import type { Database, Db } from '../db/schema.ts';
import type { NoticeChannels } from '../outside/channels.ts';
import { type NoticeText, noticeMail, pushPayload } from './appearance.ts';
import { vapidKeys } from './vapid.ts';

/** Seconds after which a claimed delivery whose process is gone may be claimed by another: longer than both ways may take. */
const LEASE = 60;

/** Seconds from a failed attempt to the next one; after the last it has failed for good. */
const RETRY_DELAYS = [30, 120, 600, 3_600, 4 * 3_600, 12 * 3_600] as const;

/** Claimed and sent at once. */
const BATCH = 8;

interface SendContext {
  db: Db;
  site: SiteConfig;
  channels: NoticeChannels;
  now: number;
  ending?: AbortSignal;
}

type Delivery = Pick<
  Selectable<Database['notice_deliveries']>,
  | 'id'
  | 'member_id'
  | 'message_id'
  | 'channel'
  | 'subscription_id'
  | 'email'
  | 'title'
  | 'body'
  | 'url'
  | 'tries'
>;

/** What became of an attempt; the reason where it will never succeed. */
type Outcome = { sent: true } | { sent: false; reason: string };

const SENT: Outcome = { sent: true };
const failed = (reason: string): Outcome => ({ sent: false, reason });

/**
 * Sends what is due. Each delivery is claimed by one process; one whose attempt failed is due again after a delay that grows.
 * @returns how many were sent
 */
export async function sendDue(context: SendContext): Promise<number> {
  for (let sent = 0; ; ) {
    if (context.ending?.aborted) return sent;
    const claimed = await claim(context);
    const outcomes = await Promise.all(claimed.map((delivery) => attempt(context, delivery)));
    sent += outcomes.filter(Boolean).length;
    if (claimed.length < BATCH) return sent;
  }
}

async function claim({ db, now }: SendContext): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    UPDATE notice_deliveries SET tries = tries + 1, due_at = ${now + LEASE}
    WHERE id IN (
      SELECT id FROM notice_deliveries WHERE state = 'waiting' AND due_at <= ${now}
      ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id, member_id, message_id, channel, subscription_id, email, title, body, url, tries`.execute(
    db,
  );
  return rows;
}

/**
 * A browser has the notice: it is not sent there again, though the process that sent it died before it wrote that down.
 * Without this word it is sent again when the claim is over, under the topic and the tag of before, and replaces itself.
 */
export async function confirmPush(
  db: Db,
  { messageId, sessionId, now }: { messageId: number; sessionId: string; now: number },
): Promise<void> {
  await db
    .updateTable('notice_deliveries')
    .set({ state: 'sent', sent_at: now, last_error: '' })
    .where('message_id', '=', messageId)
    .where('state', '=', 'waiting')
    .where('subscription_id', 'in', (eb) =>
      eb.selectFrom('push_subscriptions').where('session_id', '=', sessionId).select('id'),
    )
    .execute();
}

/** Whether it was sent. */
async function attempt(context: SendContext, delivery: Delivery): Promise<boolean> {
  const { db, now, channels } = context;
  /* A browser that has it may have said so before its push service did. */
  const update = () =>
    db.updateTable('notice_deliveries').where('id', '=', delivery.id).where('state', '=', 'waiting');
  try {
    const outcome = await (delivery.channel === 'email' ? sendMail : sendPush)(context, delivery);
    if (!outcome.sent) {
      await update().set({ state: 'failed', last_error: outcome.reason }).execute();
      return false;
    }
    /* A code has served when it was sent; the outbox is where it is read. */
    const isSecret = delivery.message_id === null && !channels.mail?.keepsMails;
    await update()
      .set({ state: 'sent', sent_at: now, last_error: '', ...(isSecret && { body: '' }) })
      .execute();
    return true;
  } catch (fault) {
    const delay = RETRY_DELAYS[delivery.tries - 1];
    await update()
      .set({ last_error: String(fault), ...(delay ? { due_at: now + delay } : { state: 'failed' }) })
      .execute();
    return false;
  }
}

const textOf = ({ id, message_id, title, body, url }: Delivery): NoticeText => ({
  messageId: message_id,
  key: message_id === null ? `code-${id}` : `notice-${message_id}`,
  title,
  body,
  url,
});

async function sendMail({ channels: { mail }, site }: SendContext, delivery: Delivery): Promise<Outcome> {
  if (!mail) return failed('no mail server is configured');
  const sent = await mail.send(noticeMail(site, textOf(delivery), delivery.email));
  return sent === 'sent' ? SENT : failed('the mail server refused the address');
}

async function sendPush({ channels, db, site, now }: SendContext, delivery: Delivery): Promise<Outcome> {
  const target = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .where('push_subscriptions.id', '=', delivery.subscription_id)
    .where('sessions.member_id', '=', delivery.member_id)
    .where('sessions.expires_at', '>', now)
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .executeTakeFirst();
  if (!target) return failed('the browser is signed out');
  const text = textOf(delivery);
  const outcome = await channels.push.send(target, JSON.stringify(pushPayload(site, text)), {
    keys: await vapidKeys(db, now),
    subject: site.origin?.startsWith('https:') ? site.origin : 'mailto:postmaster@localhost',
    topic: text.key,
  });
  if (outcome === 'gone') {
    /* The delivery goes with it. */
    await db.deleteFrom('push_subscriptions').where('id', '=', target.id).execute();
    return failed('the subscription is gone');
  }
  return outcome === 'sent' ? SENT : failed('the push service refused it');
}
