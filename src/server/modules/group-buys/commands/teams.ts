import { ORDER_STATE, type ORDER_STATE as States } from '#shop/domain/order-state.ts';
import type { TeamEffect } from '#shop/domain/promotions/effect.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { inTransaction } from '../../../kernel/db/transaction.ts';
import { publishChange } from '../../../kernel/push/publish.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { closePaid, lockPricingGroup } from '../../after-sales/index.ts';
import { addOrderEvent } from '../../orders/index.ts';

/**
 * Lock order: order first, then team. A transaction that changes a team therefore never locks other members' orders; these
 * follow one per transaction ({@link settleTeams}).
 */

/** The promotion's open team, opened when there is none. Its promotion must be locked. */
export async function openTeam(
  db: Db,
  promotion: { id: number; endsAt: number; effect: TeamEffect },
  now: number,
): Promise<{ id: number; endsAt: number }> {
  const { id: promotionId, endsAt, effect } = promotion;
  await failExpiredTeams(db, now, promotionId);
  const running = await db
    .selectFrom('teams')
    .where('promotion_id', '=', promotionId)
    .where('state', '=', 'open')
    .select(['id', 'ends_at as endsAt'])
    .executeTakeFirst();
  if (running) return running;
  return db
    .insertInto('teams')
    .values({
      promotion_id: promotionId,
      need: effect.need,
      opened_at: now,
      ends_at: Math.min(now + effect.hours * 3600, endsAt),
    })
    .returning(['id', 'ends_at as endsAt'])
    .executeTakeFirstOrThrow();
}

/** A seat in a team; counted by units, or once per store. */
interface TeamSeat {
  order_id: number;
  team_id: number;
  company_id: number;
  number: number;
}

/**
 * The next state of a group-buy's order when it is paid: to ship when its team is full, which the payment may cause, else
 * waiting. If the team has failed meanwhile, the order is refunded ({@link settleTeams}).
 */
export async function joinByPayment(
  db: Db,
  orderId: number,
  now: number,
): Promise<typeof States.toShip | typeof States.reviewing> {
  const seat = await db
    .selectFrom('team_places')
    .where('order_id', '=', orderId)
    .select(['order_id', 'team_id', 'company_id', 'number'])
    .executeTakeFirstOrThrow();
  const team = await db
    .selectFrom('teams')
    .innerJoin('promotions', 'promotions.id', 'teams.promotion_id')
    .where('teams.id', '=', seat.team_id)
    .select(['teams.id', 'teams.state', 'teams.need', 'teams.joined', 'teams.ends_at', 'promotions.rule'])
    .forUpdate('teams')
    .executeTakeFirstOrThrow();
  if (team.state === 'failed' || (team.state === 'open' && team.ends_at <= now)) return ORDER_STATE.reviewing;
  const isNew = await isFirstOfCompany(db, seat);
  const byStores = (team.rule as { by?: unknown }).by === 'stores';
  const joined = team.joined + (byStores ? Number(isNew) : seat.number);
  const fills = team.state === 'open' && joined >= team.need;
  await db
    .updateTable('teams')
    .set((eb) => ({
      joined,
      stores: eb('stores', '+', Number(isNew)),
      ...(fills ? { state: 'filled' as const, ended_at: now } : {}),
    }))
    .where('id', '=', team.id)
    .execute();
  await db.updateTable('team_places').set({ joined: true }).where('order_id', '=', orderId).execute();
  const filled = fills || team.state === 'filled';
  await addOrderEvent(db, orderId, now, filled ? '拼团已成团' : '已参团，等待成团');
  await publishChange(db, ['activity.groups'], { everyone: true });
  return filled ? ORDER_STATE.toShip : ORDER_STATE.reviewing;
}

async function isFirstOfCompany(db: Db, { team_id, company_id }: TeamSeat): Promise<boolean> {
  const other = await db
    .selectFrom('team_places')
    .where('team_id', '=', team_id)
    .where('company_id', '=', company_id)
    .where('joined', '=', true)
    .select('order_id')
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Marks open teams whose time is over as failed. A team is filled or failed, whichever locks its row first. */
async function failExpiredTeams(db: Db, now: number, promotionId: number | null): Promise<number> {
  const failed = await db
    .updateTable('teams')
    .set({ state: 'failed', ended_at: now })
    .where('state', '=', 'open')
    .where('ends_at', '<=', now)
    .where((eb) => (promotionId === null ? eb.lit(true) : eb('promotion_id', '=', promotionId)))
    .returning('id')
    .execute();
  return failed.length;
}

/**
 * Fails expired teams, and advances the paid orders of ended teams: of full ones to shipping, of failed ones to a refund.
 * Several processes may run it at once.
 */
export async function settleTeams(db: Db, now: number): Promise<{ shipped: number; refunded: number }> {
  const ended = await failExpiredTeams(db, now, null);
  const settled = { shipped: 0, refunded: 0 };
  for (const { id, state } of await ordersOfEndedTeams(db)) {
    const answer = await inTransaction(db, async (trx) => {
      const order = await lockPricingGroup(trx, id, null);
      if (order?.status !== ORDER_STATE.reviewing) return ok(false);
      if (state === 'failed') {
        const refused = await closePaid(trx, order, {
          text: '拼团未成团，已自动退款',
          at: now,
          toSource: true,
          byShop: true,
        });
        return refused ?? ok(true);
      }
      await trx.updateTable('orders').set({ status: ORDER_STATE.toShip }).where('id', '=', id).execute();
      await addOrderEvent(trx, id, now, '拼团已成团，等待发货');
      return ok(true);
    });
    if (answer.ok && answer.data) settled[state === 'failed' ? 'refunded' : 'shipped'] += 1;
  }
  if (ended + settled.shipped + settled.refunded > 0)
    await publishChange(db, ['activity.groups'], { everyone: true });
  return settled;
}

/** Paid orders whose team is full or failed. */
async function ordersOfEndedTeams(db: Db): Promise<{ id: number; state: 'filled' | 'failed' }[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('team_places', 'team_places.order_id', 'orders.id')
    .innerJoin('teams', 'teams.id', 'team_places.team_id')
    .where('orders.kind', '=', 'group')
    .where('orders.status', '=', ORDER_STATE.reviewing)
    .where('teams.state', '<>', 'open')
    .orderBy('orders.id')
    .select(['orders.id', 'teams.state'])
    .execute();
  return rows.flatMap(({ id, state }) => (state === 'open' ? [] : [{ id, state }]));
}
