import { sql } from 'kysely';
import { ORDER_STATE } from '#domain/order-state.ts';
import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../db/schema.ts';
import { unansweredChats } from '../chat/conversations.ts';

type Figure = Calls['ops.summary']['data']['figures'][number];

interface Counts {
  articles: number;
  drafts: number;
  ads: number;
  ended: number;
  members: number;
  pending: number;
  today: number;
  review: number;
  ship: number;
  sent: number;
}

const DAY = 86_400;
/** The shop's day begins at midnight in Beijing. */
const OFFSET = 8 * 3600;

/** What staff want to know first; figures that lead somewhere name the page. */
export async function summary(db: Db, now: number): Promise<Figure[]> {
  const midnight = now - ((now + OFFSET) % DAY);
  const { rows } = await sql<Counts>`SELECT
    (SELECT count(*) FROM articles WHERE published) AS articles,
    (SELECT count(*) FROM articles WHERE NOT published) AS drafts,
    (SELECT count(*) FROM ads
      WHERE coalesce(starts_at, 0) <= ${now} AND coalesce(ends_at, ${now + 1}) > ${now}) AS ads,
    (SELECT count(*) FROM ads WHERE ends_at <= ${now}) AS ended,
    (SELECT count(*) FROM members WHERE NOT is_staff) AS members,
    (SELECT count(*) FROM companies WHERE approval = 'pending') AS pending,
    (SELECT count(*) FROM orders WHERE created_at >= ${midnight}) AS today,
    (SELECT count(*) FROM orders WHERE status = ${ORDER_STATE.reviewing}) AS review,
    (SELECT count(*) FROM orders WHERE status = ${ORDER_STATE.toShip}) AS ship,
    (SELECT count(*) FROM messages WHERE created_by IS NOT NULL) AS sent`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the counts have no row');
  return [
    { label: '待回复的聊天', value: await unansweredChats(db), note: '会员发来、还没看的', to: '/ops/chat' },
    { label: '今日订单', value: found.today, note: `待审核 ${found.review}，待发货 ${found.ship}`, to: '' },
    { label: '会员', value: found.members, note: `待认证 ${found.pending} 家`, to: '' },
    { label: '文章', value: found.articles, note: `未发布 ${found.drafts} 篇`, to: '/ops/article' },
    { label: '展示中的广告', value: found.ads, note: `已结束 ${found.ended} 张`, to: '/ops/ad' },
    { label: '发出的消息', value: found.sent, note: '由员工发出的', to: '/ops/message' },
  ];
}
