import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { LotteryResult } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Accepted, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import type { LotteryTables } from '../tables/lottery.ts';
import { awardPrize } from './award-prize.ts';
import { publishedLotteries, takeChance } from './chances.ts';

type Prize = Selectable<LotteryTables['lottery_prizes']>;

/** Picks one at random, by weight; undefined when all weights are 0. `random(n)` returns an integer from 0 to n - 1. */
export function pickWeighted<Weighted extends { weight: number }>(
  prizes: readonly Weighted[],
  random: (bound: number) => number = randomInt,
): Weighted | undefined {
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return undefined;
  let rest = random(total);
  return prizes.find(({ weight }) => (rest -= weight) < 0);
}

/** Takes one piece of a prize from its stock; false when none is left. */
async function takePrize(db: Db, { id }: Prize): Promise<boolean> {
  const taken = await db
    .updateTable('lottery_prizes')
    .set((eb) => ({ given: eb('given', '+', 1) }))
    .where('id', '=', id)
    .where((eb) => eb.or([eb('stock', 'is', null), eb('given', '<', eb.ref('stock'))]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Draws once, in the caller's transaction: uses a chance, picks the prize and awards it, all or nothing. When another
 * draw takes the last piece of the prize at the same moment, one of the other prizes is picked.
 */
export async function draw(
  db: Db,
  { id, member, now }: { id: number; member: Member; now: number },
): Promise<Accepted<LotteryResult> | Refused> {
  const lottery = await publishedLotteries(db)
    .where('id', '=', id)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  if (!lottery) return refuse('notFound', { message: '抽奖活动不存在或已结束' });
  const left = await takeChance(db, { lottery, companyId: member.companyId });
  if (left === null) return refuse('noChance');

  const prizes = await db
    .selectFrom('lottery_prizes')
    .selectAll()
    .where('lottery_id', '=', id)
    .where('withdrawn', '=', false)
    .orderBy('id')
    .execute();
  let open = prizes.filter(({ stock, given }) => stock === null || given < stock);
  let prize = pickWeighted(open);
  while (prize && !(await takePrize(db, prize))) {
    const gone = prize;
    open = open.filter((other) => other !== gone);
    prize = pickWeighted(open);
  }
  if (!prize) return refuse('noChance', { message: '奖品已经抽完' });
  await awardPrize(db, prize, { lottery, member, now });
  const { name, remarks, kind } = prize;
  const record = await db
    .insertInto('lottery_records')
    .values({
      lottery_id: id,
      company_id: member.companyId,
      member_id: member.id,
      prize_id: prize.id,
      name,
      remarks,
      kind,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return ok({
    id: record.id,
    prize_id: prize.id,
    name,
    remarks,
    kind,
    chances: left + (kind === 'again' ? 1 : 0),
  });
}
