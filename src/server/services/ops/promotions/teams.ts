import { sql } from 'kysely';
import { toYuan } from '#domain/money.ts';
import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../db/schema.ts';

const STATES = { open: '待成团', filled: '已成团', failed: '未成团已退款' } as const;

type Query = Calls['ops-promotion.teams']['query'] & { pageSize: number };

/** Teams of group-buys, those that run first. */
export async function teamsForStaff(
  db: Db,
  { page, pageSize, state }: Query,
): Promise<Calls['ops-promotion.teams']['data']> {
  const all = await db
    .selectFrom('teams')
    .innerJoin('promotions', 'promotions.id', 'teams.promotion_id')
    .orderBy(sql`teams.state = 'open'`, 'desc')
    .orderBy('teams.id', 'desc')
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
  const rows = all.filter((team) => state === undefined || team.state === state);
  return {
    list: rows.slice((page - 1) * pageSize, page * pageSize).map((team) => ({
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
    total: rows.length,
    page,
    page_size: pageSize,
    counts: [
      { value: '', label: '全部', count: all.length },
      ...Object.entries(STATES).map(([value, label]) => ({
        value,
        label,
        count: all.filter((team) => team.state === value).length,
      })),
    ],
  };
}
