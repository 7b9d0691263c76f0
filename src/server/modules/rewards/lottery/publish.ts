import { changeRow } from '../../../kernel/audit/rows.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';

/** Whether a prize can still be drawn. */
export const canBeDrawn = ({
  withdrawn,
  stock,
  given,
}: {
  withdrawn: boolean;
  stock: number | null;
  given: number;
}) => !withdrawn && (stock === null || given < stock);

/** Why the prizes of a lottery do not allow it to be open (Chinese text); null when they do. */
export async function prizeProblem(db: Db, lottery: number): Promise<string | null> {
  const prizes = await db
    .selectFrom('lottery_prizes')
    .select(['withdrawn', 'stock', 'given'])
    .where('lottery_id', '=', lottery)
    .execute();
  if (prizes.length === 0) return '还没有奖品';
  return prizes.some(canBeDrawn) ? null : '没有可抽的奖品了';
}

interface LotteryPeriod {
  id: number;
  name: string;
  starts_at: number;
  ends_at: number;
  withdrawn: boolean;
}

/**
 * Warning (Chinese text) when a lottery overlaps another published one in time; empty when it does not. Of several only
 * the newest is shown ({@link shownLottery}).
 */
export function overlapOf(lottery: LotteryPeriod, all: readonly LotteryPeriod[], now: number): string {
  const other = all.find(
    ({ id, withdrawn, starts_at, ends_at }) =>
      id !== lottery.id &&
      !withdrawn &&
      ends_at > now &&
      starts_at < lottery.ends_at &&
      ends_at > lottery.starts_at,
  );
  if (!other || lottery.ends_at <= now) return '';
  const shown = other.id > lottery.id ? other : lottery;
  const state = other.starts_at <= now ? '进行中' : '将要开始';
  const then = lottery.withdrawn ? '开放后' : '';
  return `时间与${state}的“${other.name}”重叠，${then}重叠期间买家只看到“${shown.name}”`;
}

/** Publishes a lottery, which needs a prize that can be drawn, or withdraws it. Run it in a transaction. */
export async function publishLottery(
  db: Db,
  request: RequestContext,
  id: number,
  published: boolean,
): Promise<Answer<{ published: number }>> {
  const saved = await changeRow(db, request, {
    table: 'lotteries',
    subject: 'lottery',
    key: { id },
    gone: '这个抽奖已经不在了',
    refuse: async (before) => {
      if (!published) return null;
      if (before.ends_at <= request.now) {
        return refuse('invalid', { message: '结束时间已过，请先改时间' });
      }
      const empty = await prizeProblem(db, id);
      return empty === null ? null : refuse('invalid', { message: `${empty}，不能开放` });
    },
    values: { withdrawn: !published },
    action: published ? 'publish' : 'withdraw',
    label: ({ name }) => name,
    logged: ({ withdrawn }) => ({ published: !withdrawn }),
  });
  if (!saved.ok) return saved;
  return ok({ published: published ? 1 : 0 }, published ? '已开放' : '已撤下');
}
