import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { GatewayName } from '../../../kernel/outside/payment-gateways/gateway.ts';
import { randomBytes } from '../../../kernel/random-bytes.ts';

/** A payment to be opened: for orders (its parts), or for a repayment. Money in fen. */
export interface NewPayment {
  companyId: number;
  gateway: GatewayName;
  parts: readonly { orderId: number; amount: number }[];
  repayment?: { id: number; amount: number };
  at: number;
}

/** Opens a payment, or reuses an open one with the same parts. @returns its number */
export async function openPayment(db: Db, payment: NewPayment): Promise<string> {
  const amount = payment.repayment?.amount ?? payment.parts.reduce((sum, part) => sum + part.amount, 0);
  const waiting = await findOpenPayment(db, payment, amount);
  if (waiting !== null) return waiting;
  const no = newDocumentNo('P', payment.at);
  const { id } = await db
    .insertInto('payments')
    .values({
      no,
      company_id: payment.companyId,
      gateway: payment.gateway,
      amount_fen: amount,
      state: 'waiting',
      repayment_id: payment.repayment?.id ?? null,
      created_at: payment.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (payment.parts.length > 0) {
    await db
      .insertInto('payment_parts')
      .values(
        payment.parts.map((part) => ({ payment_id: id, order_id: part.orderId, amount_fen: part.amount })),
      )
      .execute();
  }
  return no;
}

/** A document number that cannot be guessed: a letter, the date and 16 hexadecimal digits, such as `P20261121…`. */
export function newDocumentNo(letter: string, at: number): string {
  return `${letter}${formatDate(at).replaceAll('-', '')}${randomBytes(8).toString('hex').toUpperCase()}`;
}

async function findOpenPayment(db: Db, payment: NewPayment, amount: number): Promise<string | null> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('payment_parts', 'payment_parts.payment_id', 'payments.id')
    .where('payments.company_id', '=', payment.companyId)
    .where('gateway', '=', payment.gateway)
    .where('payments.amount_fen', '=', amount)
    .where('state', '=', 'waiting')
    .where('unwanted_at', 'is', null)
    .where('repayment_id', payment.repayment ? '=' : 'is', payment.repayment?.id ?? null)
    .select(['no', 'payment_parts.order_id', 'payment_parts.amount_fen as part_fen'])
    .execute();
  const same = [...Map.groupBy(rows, (row) => row.no)].find(([, group]) => {
    const parts = group.filter((row) => row.order_id !== null);
    return (
      parts.length === payment.parts.length &&
      payment.parts.every((part) =>
        parts.some((row) => row.order_id === part.orderId && row.part_fen === part.amount),
      )
    );
  });
  return same?.[0] ?? null;
}
