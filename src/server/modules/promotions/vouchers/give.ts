import type { Db } from '../../../kernel/db/schema.ts';
import { book, USE_TYPE } from '../../ledger/index.ts';

/** A cash voucher to be given. Money in fen, moments in seconds. */
export interface VoucherGrant {
  companyId: number;
  name: string;
  amount: number;
  startsAt: number;
  endsAt: number;
  now: number;
  /** The cashback that gives it. */
  promotionId?: number;
}

/** Gives a company a cash voucher; returns its id. Run it in a transaction. */
export async function giveVoucher(db: Db, voucher: VoucherGrant): Promise<number> {
  const { companyId, name, amount, startsAt, endsAt, now, promotionId } = voucher;
  const { id } = await db
    .insertInto('vouchers')
    .values({
      company_id: companyId,
      name,
      amount_fen: amount,
      starts_at: startsAt,
      ends_at: endsAt,
      promotion_id: promotionId ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await book(db, {
    from: { shop: 'voucher_fund' },
    to: { vouchers: companyId },
    amount,
    useType: USE_TYPE.gift,
    memo: name,
    at: now,
    voucherId: id,
  });
  return id;
}

/** Voids an unused voucher whose reason has been undone; returns its amount in fen, 0 when it was used. */
export async function voidVoucher(db: Db, id: number, now: number): Promise<number> {
  const voided = await db
    .updateTable('vouchers')
    .set({ is_void: true })
    .where('id', '=', id)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .returning(['company_id', 'name', 'amount_fen', 'is_expired'])
    .executeTakeFirst();
  if (!voided) return 0;
  // One that expired was booked out then.
  if (voided.is_expired) return voided.amount_fen;
  await book(db, {
    from: { vouchers: voided.company_id },
    to: { shop: 'voucher_fund' },
    amount: voided.amount_fen,
    useType: USE_TYPE.takenBack,
    memo: voided.name,
    at: now,
    voucherId: id,
  });
  return voided.amount_fen;
}
