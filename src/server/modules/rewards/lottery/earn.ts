import { sql } from 'kysely';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { takePoints, USE_TYPE } from '../../ledger/index.ts';
import { chancesLeft, giveChances, publishedLotteries } from './chances.ts';

type ChancesAnswer = Promise<Answer<{ chances: number }>>;

interface ChanceRequest {
  id: number;
  companyId: number;
  now: number;
}

const NOT_OPEN = { message: '抽奖活动不存在或已结束' };

function openById(db: Db, { id, now }: ChanceRequest) {
  return publishedLotteries(db)
    .where('id', '=', id)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .executeTakeFirst();
}

/** Daily check-in (签到): grants its chances, once a day in shop time (domain §3). */
export async function signIn(db: Db, request: ChanceRequest): ChancesAnswer {
  const { companyId, now } = request;
  const lottery = await openById(db, request);
  if (!lottery || lottery.sign_chances === 0) return refuse('notFound', NOT_OPEN);
  const signed = await db
    .insertInto('lottery_signs')
    .values({ lottery_id: lottery.id, company_id: companyId, day: formatDate(now), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  if (!signed) return refuse('invalid', { message: '今天已经签到过了，明天再来' });
  await giveChances(db, { lottery, companyId }, lottery.sign_chances);
  return ok(
    { chances: await chancesLeft(db, { lottery, companyId }) },
    `签到成功，得 ${lottery.sign_chances} 次抽奖`,
  );
}

/** Buys one chance for points, up to the lottery's limit per company (domain §3). */
export async function buyChance(db: Db, request: ChanceRequest): ChancesAnswer {
  const { companyId, now } = request;
  const lottery = await openById(db, request);
  if (!lottery || lottery.points_cost === null) return refuse('notFound', NOT_OPEN);
  const { points_cost: cost, points_limit: limit } = lottery;
  await giveChances(db, { lottery, companyId }, 1);
  const bought = await db
    .updateTable('lottery_chances')
    .set({ bought: sql`bought + 1` })
    .where('lottery_id', '=', lottery.id)
    .where('company_id', '=', companyId)
    .where('bought', '<', limit)
    .returning('bought')
    .executeTakeFirst();
  if (!bought) return refuse('invalid', { message: `每家最多换 ${limit} 次，已经换完` });
  const paid = await takePoints(db, {
    companyId,
    points: cost,
    useType: USE_TYPE.pointsRedeemed,
    memo: `${lottery.name}：换一次抽奖`,
    at: now,
    once: `points:chance:${lottery.id}:${companyId}:${bought.bought}`,
  });
  if (!paid) return refuse('invalid', { message: `积分不足，换一次要 ${cost} 积分` });
  return ok({ chances: await chancesLeft(db, { lottery, companyId }) }, '已换得 1 次抽奖');
}
