import type { PlannedLine } from '#shop/domain/checkout.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';

/** What an order uses of a promotion's own stock: units of an offer, or whole sets. */
export interface PromotionUse {
  promotionId: number;
  offerId: number | null;
  quantity: number;
}

type UsingLine = Pick<PlannedLine, 'promotionId' | 'offerId' | 'quantity' | 'setNo' | 'sets'>;

/** The uses of these lines, summed per offer and per promotion. */
export function promotionUsesOf(lines: readonly UsingLine[]): PromotionUse[] {
  const sums = new Map<string, PromotionUse>();
  const counted = new Set<number>();
  for (const { promotionId, offerId, quantity, setNo, sets } of lines) {
    if (promotionId === null || (offerId === null && setNo === null)) continue;
    // A set counts once, however many goods it has.
    if (setNo !== null && counted.has(setNo)) continue;
    if (setNo !== null) counted.add(setNo);
    const key = `${promotionId}/${offerId ?? ''}`;
    const before = sums.get(key)?.quantity ?? 0;
    sums.set(key, { promotionId, offerId, quantity: before + (setNo === null ? quantity : (sets ?? 0)) });
  }
  return [...sums.values()];
}

/** Locks promotions and their offers, in the one locking order: promotions by id, then offers by id. */
export async function lockPromotions(
  db: Db,
  { promotionIds, offerIds }: { promotionIds: readonly number[]; offerIds: readonly number[] },
): Promise<void> {
  await Promise.all([lockRows(db, 'promotions', promotionIds), lockRows(db, 'promotion_goods', offerIds)]);
}

async function lockRows(
  db: Db,
  table: 'promotions' | 'promotion_goods',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.selectFrom(table).where('id', 'in', ids).orderBy('id').select('id').forNoKeyUpdate().execute();
}

/** Takes units from the stock of promotions, all or none; refuses when another order was faster. */
export async function takeUnits(db: Db, uses: readonly PromotionUse[]): Promise<Refused | null> {
  for (const { table, id, quantity } of inLockingOrder(uses)) {
    const taken = await db
      .updateTable(table)
      .set((eb) => ({ sold: eb('sold', '+', quantity) }))
      .where('id', '=', id)
      .where((eb) => eb.or([eb('stock', 'is', null), eb(eb('stock', '-', eb.ref('sold')), '>=', quantity)]))
      .returning('id')
      .executeTakeFirst();
    if (!taken) return refuse('invalid', { message: '活动名额已用完' });
  }
  return null;
}

/** Records what orders of a company used, so that it can be returned and counts towards the company's limits. */
export async function recordPromotionUses(
  db: Db,
  companyId: number,
  orders: readonly { id: number; uses: readonly PromotionUse[] }[],
): Promise<void> {
  const rows = orders.flatMap(({ id, uses }) =>
    uses.map(({ promotionId, offerId, quantity }) => ({
      order_id: id,
      company_id: companyId,
      promotion_id: promotionId,
      offer_id: offerId,
      number: quantity,
    })),
  );
  if (rows.length > 0) await sendWrite(db, db.insertInto('promotion_uses').values(rows).execute());
}

/** Returns what an order used to the stock of its promotions, once. */
export async function returnUnits(db: Db, orderId: number): Promise<void> {
  const uses = await db
    .updateTable('promotion_uses')
    .set({ live: false })
    .where('order_id', '=', orderId)
    .where('live', '=', true)
    .returning(['promotion_id as promotionId', 'offer_id as offerId', 'number as quantity'])
    .execute();
  for (const { table, id, quantity } of inLockingOrder(uses)) {
    await db
      .updateTable(table)
      .set((eb) => ({ sold: eb('sold', '-', quantity) }))
      .where('id', '=', id)
      .execute();
  }
}

function inLockingOrder(uses: readonly PromotionUse[]) {
  const rows = uses.map(({ promotionId, offerId, quantity }) =>
    offerId === null
      ? { table: 'promotions' as const, id: promotionId, quantity }
      : { table: 'promotion_goods' as const, id: offerId, quantity },
  );
  return rows.toSorted((a, b) => b.table.localeCompare(a.table) || a.id - b.id);
}
