import type { Lottery, LotteryActivity, LotteryRecord } from '#generated/schemas.ts';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member, Visitor } from '../../../kernel/http/visitor.ts';
import { pointsOf } from '../../ledger/index.ts';
import { pictureOf } from '../points-mall/labels.ts';
import { chancesLeft, publishedLotteries, shownLottery } from './chances.ts';

/** Masks a company's name, because recent winners are public: 康宁大药房（演示） becomes 康***. */
const mask = (company: string) => `${Array.from(company)[0] ?? ''}***`;

const WINNERS = 10;

/**
 * The current lottery for the popup of the home page and the points mall; `is_join` is 1 for members who cannot draw
 * now.
 */
export async function currentLottery(db: Db, { companyId, role }: Member, now: number): Promise<Lottery> {
  const lottery = await shownLottery(db, now);
  if (!lottery) return { id: 0, name: '', is_join: 1, chances: 0 };
  if (role === 'member' || !isOpen(lottery, now))
    return { id: lottery.id, name: lottery.name, is_join: 1, chances: 0 };
  const drawn = await db
    .selectFrom('lottery_records')
    .select('id')
    .where('lottery_id', '=', lottery.id)
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirst();
  const chances = await chancesLeft(db, { lottery, companyId });
  return { id: lottery.id, name: lottery.name, is_join: drawn || chances === 0 ? 1 : 0, chances };
}

const isOpen = ({ starts_at, ends_at }: { starts_at: number; ends_at: number }, now: number) =>
  starts_at <= now && ends_at > now;

/** A lottery's page; null when there is no such lottery or it is not published. Only approved members have chances. */
export async function lotteryActivity(
  db: Db,
  id: number,
  { companyId, role }: Visitor,
  now: number,
): Promise<LotteryActivity | null> {
  const lottery = await publishedLotteries(db).where('id', '=', id).executeTakeFirst();
  if (!lottery) return null;
  const { name, rules, starts_at, ends_at, order_chances, sign_chances, points_cost } = lottery;
  const prizes = await db
    .selectFrom('lottery_prizes')
    .select(['id', 'name', 'remarks', 'kind', 'goods_id'])
    .where('lottery_id', '=', id)
    .where('withdrawn', '=', false)
    .orderBy('position')
    .execute();
  const open = isOpen(lottery, now);
  const mayDraw = companyId !== null && role !== 'member';
  const own = mayDraw ? await participationOf(db, lottery, companyId, now) : NO_PARTICIPATION;
  return {
    id,
    name,
    rules,
    lines: rules.split(/(?<=。)/).filter((line) => line.trim() !== ''),
    starts_at,
    ends_at,
    chances: own.chances,
    order_chances,
    sign_chances,
    can_sign: open && sign_chances > 0 && mayDraw && !own.signed ? 1 : 0,
    points_cost,
    can_buy: open && points_cost !== null && own.points >= points_cost ? 1 : 0,
    points: own.points,
    prizes: prizes.map(({ goods_id, ...prize }) => ({ ...prize, image: pictureOf(goods_id) })),
  };
}

const NO_PARTICIPATION = { chances: 0, signed: false, points: 0 };

/** A company's state in a lottery: remaining chances, whether it has checked in today, its points. */
async function participationOf(
  db: Db,
  lottery: { id: number; free_chances: number },
  companyId: number,
  now: number,
): Promise<typeof NO_PARTICIPATION> {
  const signed = await db
    .selectFrom('lottery_signs')
    .select('day')
    .where('lottery_id', '=', lottery.id)
    .where('company_id', '=', companyId)
    .where('day', '=', formatDate(now))
    .executeTakeFirst();
  return {
    chances: await chancesLeft(db, { lottery, companyId }),
    signed: signed !== undefined,
    points: await pointsOf(db, companyId),
  };
}

function records(db: Db) {
  return db
    .selectFrom('lottery_records')
    .innerJoin('companies', 'companies.id', 'lottery_records.company_id')
    .orderBy('lottery_records.id', 'desc')
    .select([
      'lottery_records.id',
      'companies.name as company',
      'lottery_records.name',
      'remarks',
      'lottery_records.created_at',
    ]);
}

/** The last winners, newest first. */
export async function winners(db: Db, id: number): Promise<LotteryRecord[]> {
  const rows = await records(db)
    .where('lottery_id', '=', id)
    .where('kind', 'in', ['goods', 'points', 'coupon', 'voucher'])
    .limit(WINNERS)
    .execute();
  return rows.map((row) => ({ ...row, company: mask(row.company) }));
}

/** A page of a company's draws, newest first. */
export async function recordsOf(
  db: Db,
  companyId: number,
  page: number,
  pageSize: number,
): Promise<{ list: LotteryRecord[]; total: number }> {
  const list = await records(db)
    .where('company_id', '=', companyId)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await db
    .selectFrom('lottery_records')
    .where('company_id', '=', companyId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { list, total };
}
