import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** How long before its start and after its end a lottery is shown, in seconds: a week, like promotions. */
const SHOWN_MARGIN = 7 * DAY;

/** The lotteries that staff have published; drafts and withdrawn ones are visible to staff only. */
export function publishedLotteries(db: Db) {
  return db.selectFrom('lotteries').selectAll().where('withdrawn', '=', false);
}

/** The lottery that pages show: the open one, else the nearest that starts or ended within a week. */
export async function shownLottery(db: Db, now: number) {
  const open = await openLottery(db, now);
  if (open) return open;
  return publishedLotteries(db)
    .where('starts_at', '<=', now + SHOWN_MARGIN)
    .where('ends_at', '>', now - SHOWN_MARGIN)
    .orderBy((eb) => eb('starts_at', '<=', now))
    .orderBy((eb) => eb.fn('abs', [eb('starts_at', '-', now)]))
    .limit(1)
    .executeTakeFirst();
}

/** The lottery that is open now; the newest when there are several. */
function openLottery(db: Db, now: number) {
  return publishedLotteries(db)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

interface Player {
  lottery: { id: number; free_chances: number };
  companyId: number;
}

/** Remaining draws of a company; without a row of its own it has the free chances. */
export async function chancesLeft(db: Db, { lottery, companyId }: Player): Promise<number> {
  const row = await db
    .selectFrom('lottery_chances')
    .select(['total', 'used'])
    .where('lottery_id', '=', lottery.id)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row ? row.total - row.used : lottery.free_chances;
}

/** Adds chances of a company, on top of the free ones. */
export async function giveChances(db: Db, { lottery, companyId }: Player, number: number): Promise<void> {
  await db
    .insertInto('lottery_chances')
    .values({ lottery_id: lottery.id, company_id: companyId, total: lottery.free_chances + number })
    .onConflict((conflict) =>
      conflict
        .columns(['lottery_id', 'company_id'])
        .doUpdateSet((eb) => ({ total: eb('lottery_chances.total', '+', number) })),
    )
    .execute();
}

/** Uses one chance and returns how many remain; null when there is none. Concurrent draws never use the same one. */
export async function takeChance(db: Db, player: Player): Promise<number | null> {
  await giveChances(db, player, 0);
  const row = await db
    .updateTable('lottery_chances')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('lottery_id', '=', player.lottery.id)
    .where('company_id', '=', player.companyId)
    .whereRef('used', '<', 'total')
    .returning(['total', 'used'])
    .executeTakeFirst();
  return row ? row.total - row.used : null;
}

/** Grants the chances for a completed order in the open lottery (domain §3). */
export async function grantOrderChances(db: Db, companyId: number, now: number): Promise<void> {
  const lottery = await openLottery(db, now);
  if (lottery && lottery.order_chances > 0)
    await giveChances(db, { lottery, companyId }, lottery.order_chances);
}
