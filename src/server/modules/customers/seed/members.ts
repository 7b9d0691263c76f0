import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { DEMO_PASSWORD } from '../../../kernel/seed/demo-terms.ts';
import { continueIds, insertRows } from '../../../kernel/seed/insert.ts';
import { hashPassword } from '../../identity/index.ts';
import { creditCodeOf } from './certificates.ts';

/** The accounts of domain §8. */
interface Account {
  username: string;
  company: string;
  name: string;
  phone: string;
  type: number;
  approval?: 'pending';
  scopes?: readonly string[];
  level?: number;
  parent?: string;
  staff?: true;
  special?: true;
}

const CLINIC_SCOPES = ['hxy', 'kss', 'zcy', 'zyyp'];

const ACCOUNTS: readonly Account[] = [
  {
    username: 'demo',
    company: '康宁大药房（演示）',
    name: '林知夏',
    phone: '13900000001',
    type: 1,
    special: true,
  },
  {
    username: 'clinic',
    company: '安和诊所（演示）',
    name: '周予安',
    phone: '13900000002',
    type: 5,
    scopes: CLINIC_SCOPES,
  },
  {
    username: 'newbie',
    company: '新悦药房（演示）',
    name: '许新',
    phone: '13900000003',
    type: 1,
    approval: 'pending',
  },
  {
    username: 'chain',
    company: '同禾连锁总部（演示）',
    name: '陈嘉禾',
    phone: '13900000004',
    type: 2,
    level: 2,
  },
  {
    username: 'chain-a',
    company: '同禾大药房一店（演示）',
    name: '吴一帆',
    phone: '13900000005',
    type: 3,
    level: 2,
    parent: 'chain',
  },
  {
    username: 'chain-b',
    company: '同禾大药房二店（演示）',
    name: '何一川',
    phone: '13900000006',
    type: 4,
    level: 2,
    parent: 'chain',
  },
  {
    username: 'ops',
    company: '杏衡药采运营部（演示）',
    name: '运营值班',
    phone: '13900000009',
    type: 8,
    staff: true,
  },
]; // prettier-ignore

/** Default number of accounts for load tests. */
const BUYERS = 50;

function buyers(count: number): Account[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(2, '0');
    return {
      username: `buyer-${number}`,
      company: `压测药房${number}号（演示）`,
      name: `采购员${number}`,
      phone: `13900000${101 + index}`,
      type: 1,
    };
  });
}

const MANAGERS = [
  { id: 1, name: '服务中心', phone: '13700000010', is_default: true },
  { id: 2, name: '沈立行', phone: '13700000011', is_default: false },
];

const REGION = '湖北省武汉市江汉区';

/** What the company's papers say; the account's holder buys and receives. */
function papersOf({ name, phone, company }: Account, number: number) {
  const street = `演示路${number}号`;
  return {
    credit_code: creditCodeOf(number),
    legal_person: name,
    principal: name,
    quality_head: '方守正',
    buyer: name,
    region: REGION,
    address: `${REGION}${street}`,
    warehouse_region: REGION,
    warehouse: `${street}一楼库房`,
    receiver: name,
    receiver_phone: '027-88886666',
    invoice: {
      bank: '演示银行武汉江汉支行',
      bank_account: `6200990000${String(number).padStart(9, '0')}`,
      invoice_address: `${REGION}${street} ${company}`,
      invoice_phone: phone,
      invoice_email: `fp${number}@example.com`,
    },
  };
}

/**
 * Companies and members that share one demo password; all but `newbie` are approved. At most 899 buyers: their phones
 * end in three digits.
 */
export async function seedMembers(db: Db, now: number, count = BUYERS): Promise<void> {
  const allScopes = (await db.selectFrom('scopes').select('code').orderBy('code').execute()).map(
    ({ code }) => code,
  );
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const accounts = [...ACCOUNTS, ...buyers(count)];
  const idOf = new Map(accounts.map(({ username }, index) => [username, index + 1]));
  await insertRows(db, 'managers', MANAGERS);
  await insertRows(
    db,
    'companies',
    accounts.map((account, index) => ({
      id: index + 1,
      name: account.company,
      type: account.type,
      approval: account.approval ?? 'approved',
      scopes: account.scopes ?? allScopes,
      level: account.level ?? 1,
      ...papersOf(account, index + 1),
      manager_id: account.special ? 2 : 1,
      parent_id: account.parent ? idOf.get(account.parent) : null,
      created_at: now - 400 * DAY,
    })),
  );
  await insertRows(
    db,
    'members',
    accounts.map((account, index) => ({
      id: index + 1,
      company_id: index + 1,
      username: account.username,
      phone: account.phone,
      name: account.name,
      password_hash: passwordHash,
      is_staff: account.staff ?? false,
      face: '',
      is_special: account.special ?? false,
      can_chat: true,
      created_at: now - 400 * DAY,
    })),
  );
  await continueIds(db, ['managers', 'companies', 'members']);
}

/** Controlled goods that `demo` may buy (every other one), and a few favourites. */
export async function seedMemberGoods(db: Db, now: number): Promise<void> {
  const demo = await db
    .selectFrom('members')
    .select('company_id')
    .where('username', '=', 'demo')
    .executeTakeFirstOrThrow();
  const goods = await db
    .selectFrom('goods')
    .select(['id', 'controlled'])
    .where('id', '<=', 3000)
    .orderBy('sales', 'desc')
    .orderBy('id')
    .execute();
  const rights = goods.filter(({ controlled }) => controlled).filter((_, index) => index % 2 === 0);
  await insertRows(
    db,
    'controlled_rights',
    rights.map(({ id }) => ({ goods_id: id, company_id: demo.company_id, until: null, created_at: now })),
  );
  const liked = goods.filter((_, index) => index % 7 === 0).slice(0, 24);
  await insertRows(
    db,
    'favorites',
    liked.map(({ id }, index) => ({
      goods_id: id,
      company_id: demo.company_id,
      created_at: now - index * 40_000,
    })),
  );
}
