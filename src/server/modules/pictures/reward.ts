import { couponWorth } from '#shop/domain/promotions/coupon.ts';
import type { Db } from '../../kernel/db/schema.ts';
import { drawing, line, round, widthOf } from './drawing/svg.ts';

/** A reward without a pack of its own. */
export interface Reward {
  kind: 'goods' | 'coupon' | 'voucher';
  name: string;
  /** `¥10`, `9.7 折`; null for a thing. */
  worth: string | null;
}

/** The good of the points mall with this id; null when there is none. */
export async function loadReward(db: Db, id: number): Promise<Reward | null> {
  const row = await db
    .selectFrom('points_goods as offer')
    .leftJoin('coupons', 'coupons.id', 'offer.coupon_id')
    .where('offer.id', '=', id)
    .select(['offer.kind', 'offer.name', 'offer.voucher_fen', 'coupons.kind as takes', 'coupons.value'])
    .executeTakeFirst();
  if (!row) return null;
  const { kind, name, voucher_fen, takes, value } = row;
  const coupon = takes !== null && value !== null ? { kind: takes, value } : null;
  const voucher = voucher_fen === null ? null : { kind: 'amount' as const, value: voucher_fen };
  const worth = coupon ?? voucher;
  return { kind, name, worth: worth && couponWorth(worth) };
}

const SIZE = 240;

/** Label and colours of each kind: background, paper and ink. */
const LOOKS: Readonly<Record<Reward['kind'], { word: string; ground: string; from: string; to: string }>> = {
  goods: { word: '实物', ground: '#e8edf3', from: '#4a5fc1', to: '#27357f' },
  coupon: { word: '优惠券', ground: '#fcebec', from: '#d65a60', to: '#9c2735' },
  voucher: { word: '现金券', ground: '#fbf1dc', from: '#cf9636', to: '#8f5a12' },
};

/** Picture of a reward, 240 by 240: a ticket with its value, or a parcel. */
export function rewardPicture({ kind, name, worth }: Reward): string {
  const { word, ground, from, to } = LOOKS[kind];
  const shade = `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`;
  const face = worth === null ? parcel() : ticket(worth, word);
  return drawing(
    SIZE,
    SIZE,
    name,
    `${shade}<rect width="${SIZE}" height="${SIZE}" fill="${ground}"/><circle cx="34" cy="206" r="62" fill="#fff" opacity=".5"/><circle cx="214" cy="30" r="48" fill="#fff" opacity=".5"/>${face}`,
  );
}

/** The stub with its word, a perforation, and the worth. */
function ticket(worth: string, word: string): string {
  const size = Math.min(46, 104 / widthOf(worth));
  const stub = Array.from(word)
    .map((sign, index, { length }) =>
      line(sign, 61, 125 + (index - (length - 1) / 2) * 22, {
        size: 17,
        fill: '#fff',
        anchor: 'middle',
        opacity: 0.95,
      }),
    )
    .join('');
  return `<path d="M32 70h42a8 8 0 0 0 16 0h118a8 8 0 0 1 8 8v84a8 8 0 0 1-8 8H90a8 8 0 0 0-16 0H32a8 8 0 0 1-8-8V78a8 8 0 0 1 8-8z" fill="url(#g)"/><path d="M82 86v68" stroke="#fff" stroke-opacity=".6" stroke-width="2" stroke-dasharray="5 6"/>${stub}${line(worth, 150, 120 + round(size * 0.36), { size, fill: '#fff', weight: 700, anchor: 'middle' })}`;
}

function parcel(): string {
  return '<path d="M52 104h136v78a8 8 0 0 1-8 8H60a8 8 0 0 1-8-8z" fill="url(#g)"/><rect x="42" y="80" width="156" height="32" rx="6" fill="url(#g)"/><path d="M108 80h24v110h-24z" fill="#fff" opacity=".85"/><path d="M120 78c-10-30-46-30-44-8 1 8 20 9 44 8zm0 0c10-30 46-30 44-8-1 8-20 9-44 8z" fill="none" stroke="#fff" stroke-width="7" opacity=".85"/>';
}
