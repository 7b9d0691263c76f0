import { DAY, HOUR } from '#shop/domain/calendar.ts';
import type { Db } from '../kernel/db/schema.ts';
import type { UploadStorage } from '../kernel/outside/storage/storage.ts';
import { insertRows } from '../kernel/seed/insert.ts';
import { seedTeams } from '../modules/group-buys/index.ts';
import { balanceOf, book, givePoints, pointsOf, USE_TYPE } from '../modules/ledger/index.ts';
import { seedPromotions } from '../modules/promotions/index.ts';
import { seedDemoOrders } from './demo-orders.ts';

const YUAN = 100;

/** Initial accounts of the demo member (domain §8). Money in fen. */
const DEMO = { balance: 5000 * YUAN, credit: 20_000 * YUAN, points: 8000 };
const BUYER_BALANCE = 1_000_000 * YUAN;

/** Addresses, money, promotions, coupons and the demo member's orders. Goods and members must be there. */
export async function seedCommerce(db: Db, now: number, files: UploadStorage | undefined): Promise<void> {
  const companies = await db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .orderBy('members.id')
    .select(['companies.id', 'members.username', 'members.name', 'members.phone', 'companies.address'])
    .execute();
  await insertRows(
    db,
    'addresses',
    companies.map((company) => ({
      company_id: company.id,
      name: company.name,
      phone: company.phone,
      region: '湖北省武汉市江汉区',
      detail: company.address.replace('湖北省武汉市江汉区', ''),
      is_default: true,
      is_licensed: true,
      created_at: now - 400 * DAY,
    })),
  );
  for (const company of companies) {
    if (company.username.startsWith('buyer-')) await topUp(db, company.id, BUYER_BALANCE, now - DAY);
  }
  const demo = companies.find((company) => company.username === 'demo');
  if (!demo) throw new Error('the demo member is missing');
  await topUp(db, demo.id, DEMO.balance, now - 300 * DAY);
  await insertRows(db, 'credit_lines', [{ company_id: demo.id, limit_fen: DEMO.credit, term_days: 30 }]);
  await seedPromotions(db, demo.id, now);
  await seedTeams(db, now);
  await seedDemoOrders(db, now, files);
  // Refunds of past orders were credited: withdrawn again, so that the balance is as domain §8 requires.
  const more = (await balanceOf(db, { wallet: demo.id })) - DEMO.balance;
  if (more > 0) {
    await book(db, {
      from: { wallet: demo.id },
      to: { shop: 'bank' },
      amount: more,
      useType: USE_TYPE.withdrawal,
      memo: '提现到对公账户',
      at: now - HOUR,
    });
  }
  await givePoints(db, {
    companyId: demo.id,
    points: DEMO.points - (await pointsOf(db, demo.id)),
    useType: USE_TYPE.gift,
    memo: '往年结余',
    at: now - 300 * DAY,
  });
}

async function topUp(db: Db, companyId: number, amount: number, at: number): Promise<void> {
  await book(db, {
    from: { shop: 'grants' },
    to: { wallet: companyId },
    amount,
    useType: USE_TYPE.topUp,
    memo: '账户充值',
    at,
  });
}
