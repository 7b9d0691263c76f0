import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { book, lockAccount, type UseType } from '../ledger.ts';

/** A company's present credit. Money in fen. */
export interface CreditState {
  enabled: boolean;
  limit: number;
  /** Temporary limit in effect now, in addition to `limit`. */
  temporary: number;
  temporaryUntil: number | null;
  used: number;
  available: number;
  termDays: number;
  /** A bill is overdue, which blocks new orders on credit (domain §5). */
  overdue: boolean;
}

/** Of a company that may not buy on credit. */
export const NO_CREDIT: CreditState = {
  enabled: false,
  limit: 0,
  temporary: 0,
  temporaryUntil: null,
  used: 0,
  available: 0,
  termDays: 0,
  overdue: false,
};

/** Reads a company's credit; `lock` locks it until the transaction ends. */
export async function creditOf(
  db: Db,
  companyId: number,
  now: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<CreditState> {
  // Locked before the other rows are read.
  const locked = lock ? await lockAccount(db, { credit: companyId }) : null;
  const [line] = await loadLine(db, { companyId, now });
  if (!line) return NO_CREDIT;
  const used = -(locked ?? line.balance ?? 0);
  const temporary = line.temporary_until === null || now < line.temporary_until ? line.temporary_fen : 0;
  return {
    enabled: line.enabled,
    limit: line.limit_fen,
    temporary,
    temporaryUntil: temporary > 0 ? line.temporary_until : null,
    used,
    available: line.enabled ? Math.max(0, line.limit_fen + temporary - used) : 0,
    termDays: line.term_days,
    overdue: Boolean(line.overdue),
  };
}

const loadLine = prepareQuery<{ companyId: number; now: number }>()((db, { value }) =>
  db
    .selectFrom('credit_lines')
    .where('credit_lines.company_id', '=', value('companyId'))
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.company_id', '=', 'credit_lines.company_id').on('accounts.kind', '=', 'credit'),
    )
    .selectAll('credit_lines')
    .select((eb) => [
      'accounts.balance',
      eb
        .exists(
          eb
            .selectFrom('credit_bills')
            .where('credit_bills.company_id', '=', value('companyId'))
            .where('due_at', '<', value('now'))
            .where((bill) =>
              bill(bill('repaid_fen', '+', bill.ref('reduced_fen')), '<', bill.ref('amount_fen')),
            )
            .select('credit_bills.id'),
        )
        .as('overdue'),
    ]),
);

/**
 * Opens the bill of an order that is paid on credit; {@link receive} then books the debt. Check {@link creditOf} first.
 */
export async function openBill(
  db: Db,
  bill: { companyId: number; orderId: number; orderNo: string; amount: number; at: number; dueAt: number },
): Promise<number> {
  const { id } = await db
    .insertInto('credit_bills')
    .values({
      no: `Z${bill.orderNo}`,
      company_id: bill.companyId,
      order_id: bill.orderId,
      amount_fen: bill.amount,
      created_at: bill.at,
      due_at: bill.dueAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Refunds a part of an order's price by reducing its bill, as far as the bill is still open.
 * @returns by how much the debt was reduced, in fen; the rest must be refunded in another way
 */
export async function reduceBill(
  db: Db,
  refund: {
    orderId: number;
    companyId: number;
    amount: number;
    useType: UseType;
    memo: string;
    at: number;
    once: string;
  },
): Promise<number> {
  await lockAccount(db, { credit: refund.companyId });
  const bill = await db
    .selectFrom('credit_bills')
    .where('order_id', '=', refund.orderId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  const amount = bill ? Math.min(refund.amount, bill.amount_fen - bill.repaid_fen - bill.reduced_fen) : 0;
  if (!bill || amount === 0) return 0;
  await db
    .updateTable('credit_bills')
    .set((eb) => ({ reduced_fen: eb('reduced_fen', '+', amount) }))
    .where('id', '=', bill.id)
    .execute();
  await book(db, {
    from: { shop: 'sales' },
    to: { credit: refund.companyId },
    amount,
    useType: refund.useType,
    memo: refund.memo,
    at: refund.at,
    orderId: refund.orderId,
    billId: bill.id,
    once: refund.once,
  });
  return amount;
}
