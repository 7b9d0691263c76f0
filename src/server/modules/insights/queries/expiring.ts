import type { Calls } from '#generated/calls.ts';
import { DAY, dayEnd } from '#shop/domain/calendar.ts';
import { certificateAge, certificateLabel, certificateLeft } from '#shop/domain/certificates.ts';
import { formatFen } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { currentRows } from '../../customers/index.ts';
import { expiringPoints } from '../../ledger/index.ts';

const certificatesPage = pageLink('jcxx_zzzj');
const couponsPage = pageLink('wdqb_yhq');
const vouchersPage = pageLink('wdqb_xjq');
const pointsPage = pageLink('wdqb_jfgl');

type Item = Calls['user.overview']['data']['expiring'][number];

/** Seconds ahead for coupons, vouchers and points; certificates have a rule of their own (domain §1: 60 days). */
const SOON = 30 * DAY;
const MAX_ITEMS = 6;

/** What of a company expires soon, the earliest first. */
export async function expiringSoon(db: Db, companyId: number, now: number): Promise<Item[]> {
  const found = [
    ...(await certificates(db, companyId, now)),
    ...(await coupons(db, companyId, now)),
    ...(await vouchers(db, companyId, now)),
    ...(await points(db, companyId, now)),
  ];
  return found.toSorted((a, b) => a.at - b.at).slice(0, MAX_ITEMS);
}

async function certificates(db: Db, companyId: number, now: number): Promise<Item[]> {
  const rows = await currentRows(db, companyId);
  return rows.flatMap(({ kind, state, expires }) =>
    state === 'approved' && expires !== null && certificateAge(expires, now) !== 'valid'
      ? [
          {
            ...item('证照', certificateLabel(kind), dayEnd(expires) - 1, certificatesPage(), now),
            // As the page of certificates counts: to its last day.
            left: certificateLeft(expires, now),
          },
        ]
      : [],
  );
}

async function coupons(db: Db, companyId: number, now: number): Promise<Item[]> {
  const rows = await db
    .selectFrom('company_coupons')
    .innerJoin('coupons', 'coupons.id', 'company_coupons.coupon_id')
    .where('company_id', '=', companyId)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .where('company_coupons.ends_at', '>', now)
    .where('company_coupons.ends_at', '<=', now + SOON)
    .orderBy('company_coupons.ends_at')
    .limit(MAX_ITEMS)
    .select(['coupons.name', 'company_coupons.ends_at'])
    .execute();
  return rows.map(({ name, ends_at }) => item('优惠券', name, ends_at, couponsPage(), now));
}

async function vouchers(db: Db, companyId: number, now: number): Promise<Item[]> {
  const rows = await db
    .selectFrom('vouchers')
    .where('company_id', '=', companyId)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .where('ends_at', '>', now)
    .where('ends_at', '<=', now + SOON)
    .orderBy('ends_at')
    .limit(MAX_ITEMS)
    .select(['name', 'amount_fen', 'ends_at'])
    .execute();
  return rows.map(({ name, amount_fen, ends_at }) =>
    item('现金券', `${name} ${formatFen(amount_fen)}`, ends_at, vouchersPage(), now),
  );
}

async function points(db: Db, companyId: number, now: number): Promise<Item[]> {
  const { number, at } = await expiringPoints(db, companyId, now);
  return number > 0 && at <= now + SOON * 2 ? [item('积分', `${number} 分`, at, pointsPage(), now)] : [];
}

function item(kind: string, text: string, at: number, to: string, now: number): Item {
  const days = Math.ceil((at - now) / DAY);
  return { kind, text, at, left: days > 0 ? `还有 ${days} 天` : '已过期', to };
}
