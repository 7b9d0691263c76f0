import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tally } from '../../../kernel/db/tally.ts';

const STATES = { open: '待成团', filled: '已成团', failed: '未成团已退款' } as const;

type Query = Calls['ops-promotion.teams']['query'] & { pageSize: number };

/** Teams of group-buys, open ones first. */
export async function teamsForStaff(
  db: Db,
  { page, pageSize, state }: Query,
): Promise<Calls['ops-promotion.teams']['data']> {
  const counted = await db
    .selectFrom('teams')
    .groupBy('state')
    .select((eb) => ['state', eb.fn.countAll<number>().as('total')])
    .execute();
  const { counts, totalOf } = tally(counted, STATES);
  const rows = await db
    .selectFrom('teams')
    .innerJoin('promotions', 'promotions.id', 'teams.promotion_id')
    .$if(state !== undefined, (query) => query.where('teams.state', '=', state ?? 'open'))
    .orderBy(sql`teams.state = 'open'`, 'desc')
    .orderBy('teams.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('teams')
    .select([
      'promotions.name',
      sql<number>`(SELECT count(*)::integer FROM team_places WHERE team_id = teams.id AND joined)`.as(
        'orders',
      ),
      sql<number>`(
        SELECT coalesce(sum(orders.paid_fen), 0) FROM team_places JOIN orders ON orders.id = team_places.order_id
        WHERE team_places.team_id = teams.id AND team_places.joined
      )`.as('paid'),
    ])
    .execute();
  return {
    list: rows.map((team) => ({
      id: team.id,
      promotion_id: team.promotion_id,
      name: team.name,
      state_text: STATES[team.state],
      progress: Math.min(100, Math.floor((team.joined * 100) / team.need)),
      progress_text: `${team.joined} / ${team.need}`,
      stores: team.stores,
      opened_at: team.opened_at,
      ends_at: team.ends_at,
      orders: team.orders,
      amount: toYuan(team.paid),
    })),
    total: totalOf(state),
    page,
    page_size: pageSize,
    counts,
  };
}
