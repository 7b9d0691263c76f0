import type { Db } from '../../db/schema.ts';

/** A company's credit as it stands. Money in fen. */
export interface CreditState {
  enabled: boolean;
  available: number;
  termDays: number;
  /** A bill is overdue, which blocks new orders on credit (domain §5). */
  overdue: boolean;
}

/** Reads a company's credit; with `lock`, no one else can use it until the transaction ends. */
export async function creditOf(
  db: Db,
  companyId: number,
  now: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<CreditState> {
  const line = await db
    .selectFrom('credit_lines')
    .where('company_id', '=', companyId)
    .select(['limit_fen', 'used_fen', 'term_days', 'enabled'])
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!line?.enabled) return { enabled: false, available: 0, termDays: 0, overdue: false };
  const overdue = await db
    .selectFrom('credit_bills')
    .where('company_id', '=', companyId)
    .where('due_at', '<', now)
    .whereRef('repaid_fen', '<', 'amount_fen')
    .select('id')
    .executeTakeFirst();
  return {
    enabled: true,
    available: line.limit_fen - line.used_fen,
    termDays: line.term_days,
    overdue: overdue !== undefined,
  };
}

/** Puts an amount on a company's credit and opens the order's bill. Lock and check {@link creditOf} first. */
export async function chargeCredit(
  db: Db,
  charge: { companyId: number; orderId: number; amount: number; dueAt: number },
): Promise<void> {
  await db
    .updateTable('credit_lines')
    .set((eb) => ({ used_fen: eb('used_fen', '+', charge.amount) }))
    .where('company_id', '=', charge.companyId)
    .execute();
  await db
    .insertInto('credit_bills')
    .values({
      company_id: charge.companyId,
      order_id: charge.orderId,
      amount_fen: charge.amount,
      due_at: charge.dueAt,
    })
    .execute();
}
