import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { SiteConfig, User } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';
import { commonConfig } from '../../../kernel/http/common-config.ts';
import type { PendingLogin } from '../../../kernel/http/sessions.ts';
import { type Member, mayUse } from '../../../kernel/http/visitor.ts';
import { userFigures } from '../ports.ts';

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** What is stored of a member acting for a company, and the figures beside their name. */
interface Account {
  memberId: number;
  companyId: number;
  row: Awaited<ReturnType<typeof selectAccount>>;
  figures: Partial<User>;
}

const ofMember = ({ memberId }: Account) => memberId;
const ofCompany = ({ companyId }: Account) => companyId;

/** Every page shows it. */
const accounts = shareRows<string, Account>({
  max: 5000,
  from: {
    members: ofMember,
    companies: 'all',
    managers: 'all',
    member_levels: 'all',
    // The figures of later modules: points, lines of the cart, unread messages.
    accounts: ofCompany,
    cart_lines: ofCompany,
    messages: ofMember,
    message_reads: ofMember,
  },
});

async function loadAccount(db: Db, member: Member): Promise<Account> {
  const [row, figures] = await Promise.all([selectAccount(db, member), userFigures.call(db, member)]);
  return { memberId: member.id, companyId: member.companyId, row, figures: Object.assign({}, ...figures) };
}

function selectAccount(db: Db, member: Member) {
  return db
    .selectFrom('members')
    .innerJoin('companies', (join) => join.on('companies.id', '=', member.companyId))
    .leftJoin('managers', 'managers.id', 'companies.manager_id')
    .leftJoin('member_levels', 'member_levels.level', 'companies.level')
    .leftJoin('companies as home', (join) =>
      join.onRef('home.id', '=', 'members.company_id').onRef('home.id', '<>', 'companies.id'),
    )
    .select([
      'members.username',
      'members.name',
      'members.phone',
      'members.face',
      'members.wechat_id',
      'members.is_special',
      'members.can_chat',
      'companies.name as company',
      'companies.address',
      'companies.level',
      'member_levels.name as rank',
      'home.name as home',
      'managers.name as managerName',
      'managers.phone as managerPhone',
      'managers.is_default as managerIsDefault',
    ])
    .where('members.id', '=', member.id)
    .executeTakeFirstOrThrow();
}

/** The member who is logged in, for the header and the account pages (spec §3 "User state"). */
export async function describeUser(db: Db, member: Member, site: SiteConfig): Promise<User> {
  const key = `${member.id}/${member.companyId}`;
  const found = await accounts(db, [key], async () => new Map([[key, await loadAccount(db, member)]]));
  const { row, figures } = found.get(key) ?? (await loadAccount(db, member));
  const { managerName, managerPhone, managerIsDefault } = row;
  return {
    id: member.id,
    show: true,
    username: row.username,
    name: row.name,
    phone: maskPhone(row.phone ?? ''),
    company: row.company,
    face: row.face,
    home: row.home ?? '',
    rank: row.rank ?? `V${row.level}`,
    role: member.role,
    admin:
      managerName === null
        ? null
        : { name: managerName, phone: managerPhone ?? '', is_default: flag(managerIsDefault ?? true) },
    address: row.address,
    is_passed: flag(mayUse(member.role, 'approved')),
    points: 0,
    cart: 0,
    message_count: 0,
    ...figures,
    wechat: flag(row.wechat_id !== null),
    ...commonConfig(site),
    is_show_youx: 1,
    is_special: flag(row.is_special),
    is_can_chat: flag(row.can_chat),
    token: '',
    is_AfterSale: flag(mayUse(member.role, 'approved')),
    ywy: 0,
    customer: flag(member.role !== 'staff'),
    second_factor: '',
  };
}

/** User state during a login that waits for the second factor: reveals nothing but the next step. */
export function describePendingUser(site: SiteConfig, { enrolled }: PendingLogin): User {
  return {
    id: null,
    show: false,
    username: '',
    name: '',
    phone: '',
    company: '',
    face: '',
    home: '',
    rank: '',
    role: 'visitor',
    admin: null,
    address: '',
    is_passed: 0,
    points: 0,
    cart: 0,
    message_count: 0,
    wechat: 0,
    ...commonConfig(site),
    is_show_youx: 1,
    is_special: 0,
    is_can_chat: 0,
    token: '',
    is_AfterSale: 0,
    ywy: 0,
    customer: 0,
    second_factor: enrolled ? 'code' : 'enrol',
  };
}

/** User name of a member. */
export async function usernameOf(db: Db, memberId: number): Promise<string> {
  const { username } = await db
    .selectFrom('members')
    .where('id', '=', memberId)
    .select('username')
    .executeTakeFirstOrThrow();
  return username;
}
