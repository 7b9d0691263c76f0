import type { Calls } from '#generated/calls.ts';
import { formatYuan } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { ORDER_TABS } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { nextStep } from '../../customers/index.ts';
import { balanceOf, type CreditFigures, describeCredit, pointsOf } from '../../ledger/index.ts';
import { newestUnread } from '../../service/index.ts';
import { expiringSoon } from './expiring.ts';

const ordersPage = pageLink('order_wddd_index');
const balancePage = pageLink('wdqb_yegl');
const creditPage = pageLink('wdqb_zqgl');
const couponsPage = pageLink('wdqb_yhq');
const vouchersPage = pageLink('wdqb_xjq');
const pointsPage = pageLink('wdqb_jfgl');

type Overview = Calls['user.overview']['data'];

const MESSAGES = 5;

/** The tab of 我的订单 -> the icon of its figure. */
const ORDER_ICONS: Readonly<Record<string, Overview['orders'][number]['icon']>> = {
  '10': 'clock',
  '30': 'package',
  '40': 'truck',
  '50': 'check',
  '-10': 'cancel',
};

/** The overview page of the member centre. */
export async function overview(db: Db, member: Member, now: number): Promise<Overview> {
  const { companyId } = member;
  const { list: messages, unread } = await newestUnread(db, member, MESSAGES);
  return {
    step: await nextStep(db, member, now),
    orders: await orderFigures(db, companyId),
    wallet: await walletFigures(db, companyId, now),
    expiring: await expiringSoon(db, companyId, now),
    messages,
    unread,
  };
}

/** Numbers of orders by the tabs of 我的订单. */
async function orderFigures(db: Db, companyId: number): Promise<Overview['orders']> {
  const rows = await db
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .execute();
  return ORDER_TABS.filter(({ states }) => states.length > 0).map(({ value, label, states }) => ({
    label,
    icon: ORDER_ICONS[value] ?? 'clock',
    value: rows.filter(({ status }) => states.includes(status)).reduce((sum, { count }) => sum + count, 0),
    to: ordersPage({ status: value }),
  }));
}

async function walletFigures(db: Db, companyId: number, now: number): Promise<Overview['wallet']> {
  const credit = await describeCredit(db, companyId, now);
  const coupons = await usable(db, 'company_coupons', companyId, now);
  const vouchers = await usable(db, 'vouchers', companyId, now);
  return [
    {
      label: '余额',
      icon: 'wallet',
      value: toYuan(await balanceOf(db, { wallet: companyId })),
      unit: 'yuan',
      note: '',
      to: balancePage(),
    },
    {
      label: '可用账期',
      icon: 'card',
      value: credit.enabled === 1 ? credit.available : 0,
      unit: 'yuan',
      note: creditNote(credit),
      to: creditPage(),
    },
    {
      label: '积分',
      icon: 'star',
      value: await pointsOf(db, companyId),
      unit: '',
      note: '',
      to: pointsPage(),
    },
    { label: '优惠券', icon: 'ticket', value: coupons, unit: '', note: '', to: couponsPage() },
    { label: '现金券', icon: 'cash', value: vouchers, unit: '', note: '', to: vouchersPage() },
  ];
}

function creditNote({ enabled, overdue, due_soon, due_day }: CreditFigures): string {
  if (enabled === 0) return '未开通';
  if (overdue > 0) return `已逾期 ${formatYuan(overdue)}`;
  if (due_soon > 0) return `7 天内应还 ${formatYuan(due_soon)}`;
  return due_day === '' ? '' : `${due_day} 应还`;
}

/** Number of coupons or vouchers that the company can use now. */
async function usable(
  db: Db,
  table: 'company_coupons' | 'vouchers',
  companyId: number,
  now: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .where('company_id', '=', companyId)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
