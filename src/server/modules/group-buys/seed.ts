import type { Db } from '../../kernel/db/schema.ts';
import type { Member } from '../../kernel/http/visitor.ts';
import { SANDBOX } from '../../kernel/outside/payment-gateways/open.ts';
import type { Answer } from '../../kernel/result/answer.ts';
import { DEMO_SITE } from '../../kernel/seed/demo-terms.ts';
import { book, USE_TYPE } from '../ledger/index.ts';
import { startPayment } from '../payments/index.ts';
import { joinTeam } from './commands/join.ts';

const HOUR = 3600;

/** Demo members who have joined the open group-buys, with their units. */
const SEATS = [
  { username: 'buyer-02', number: 30 },
  { username: 'buyer-03', number: 25 },
] as const;

/** Seeds open teams, joined and paid through the normal commands. */
export async function seedTeams(db: Db, now: number): Promise<void> {
  const groups = await db
    .selectFrom('promotions')
    .where('kind', '=', 'group')
    .where('starts_at', '<=', now - HOUR)
    .where('ends_at', '>', now)
    .orderBy('id')
    .select('id')
    .execute();
  const at = now - HOUR;
  for (const { username, number } of SEATS) {
    const member = await memberNamed(db, username);
    if (!member) continue;
    for (const { id: promotionId } of groups) {
      const input = { promotionId, number, addressId: undefined };
      const answer = await joinTeam(db, member, input, { site: DEMO_SITE, now: at });
      // Where a limit refuses the quantity, the team has one seat less.
      if (answer.ok) await pay(db, member, answer.data.order_id, at);
    }
  }
}

/** Pays a seat after a top-up of the same amount, so that the balance stays as domain §8 requires. */
async function pay(db: Db, { companyId }: Member, orderId: number, at: number): Promise<void> {
  const { payable_fen: amount } = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select('payable_fen')
    .executeTakeFirstOrThrow();
  await book(db, {
    from: { shop: 'bank' },
    to: { wallet: companyId },
    amount,
    useType: USE_TYPE.topUp,
    memo: '账户充值',
    at,
  });
  const paymentInput = { companyId, orderIds: [orderId], body: { method: 'balance' as const } };
  accepted(await startPayment(db, paymentInput, { site: DEMO_SITE, now: at, gateways: SANDBOX }));
}

/** Null where the demo was made with fewer accounts for load tests. */
async function memberNamed(db: Db, username: string): Promise<Member | null> {
  const row = await db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .where('members.username', '=', username)
    .select([
      'members.id',
      'companies.id as companyId',
      'companies.type as companyType',
      'companies.scopes',
      'companies.level',
    ])
    .executeTakeFirst();
  return row ? { ...row, role: 'approved', sessionId: '' } : null;
}

function accepted(answer: Answer<unknown>): void {
  if (!answer.ok) throw new Error(answer.message);
}
