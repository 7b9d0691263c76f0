import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { NoticeChannel, NoticeTopic } from './topics.ts';

/** A message to one member that is stored. */
interface StoredNotice {
  id: number;
  memberId: number;
  topic: NoticeTopic;
  title: string;
  body: string;
  url: string;
}

/**
 * Queues a message for each way on which the member wants it: one row for the address, one a browser. In the transaction of
 * the message, so that it is queued with it or not at all. Where it is not wanted within the shop, it counts as read.
 */
export async function deliver(db: Db, notice: StoredNotice, now: number): Promise<void> {
  const { id, memberId, title, body, url } = notice;
  const isWanted = (channel: NoticeChannel): RawBuilder<boolean> => sql`NOT EXISTS (
    SELECT 1 FROM notice_choices WHERE member_id = ${memberId} AND topic = ${notice.topic}
      AND channel = ${channel} AND NOT is_on)`;
  await sql`
    WITH queued AS (
      INSERT INTO notice_deliveries
        (member_id, message_id, channel, subscription_id, email, title, body, url, created_at, due_at)
      SELECT ${memberId}::integer, ${id}::integer, ways.channel, ways.subscription_id, ways.email,
        ${title}::text, ${body}::text, ${url}::text, ${now}::bigint, ${now}::bigint
      FROM (
        SELECT 'push' AS channel, push_subscriptions.id AS subscription_id, '' AS email
        FROM push_subscriptions JOIN sessions ON sessions.id = push_subscriptions.session_id
        WHERE push_subscriptions.member_id = ${memberId} AND sessions.expires_at > ${now} AND ${isWanted('push')}
        UNION ALL
        SELECT 'email', NULL, email FROM member_emails
        WHERE member_id = ${memberId} AND confirmed_at IS NOT NULL AND ${isWanted('email')}
      ) AS ways)
    INSERT INTO message_reads (member_id, message_id, read_at)
    SELECT ${memberId}::integer, ${id}::integer, ${now}::bigint WHERE NOT ${isWanted('site')}
    ON CONFLICT DO NOTHING`.execute(db);
}
