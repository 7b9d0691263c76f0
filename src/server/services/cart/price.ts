import { type CartEntry, type CartTerms, type PricedCart, priceCart } from '#domain/cart.ts';
import type { Manjian } from '#domain/manjian.ts';
import { toFen } from '#domain/money.ts';
import type { Pricing } from '#domain/price.ts';
import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import type { Member } from '../../visitor.ts';
import type { CartFacts } from './facts.ts';
import { judge } from './rules.ts';

/** A cart with its facts, its prices, and per line why it cannot be bought as it stands. */
export interface CartState {
  facts: CartFacts[];
  priced: PricedCart;
  terms: CartTerms;
  notices: Map<number, string>;
}

/** Prices the given lines for the buyer. Nothing that a client said about prices is looked at. */
export async function priceFacts(
  db: Db,
  buyer: Member,
  facts: CartFacts[],
  circumstances: { site: Pick<SiteConfig, 'trade'>; now: number },
): Promise<CartState> {
  const terms = await cartTerms(db, buyer, facts, circumstances);
  const judged = facts.map((line) => ({ line, verdict: judge(line, facts, buyer) }));
  const entries = judged.map(({ line, verdict }) => entryOf(line, verdict.purchasable));
  const notices = new Map(
    judged.flatMap(({ line, verdict }) =>
      verdict.notice === null ? [] : [[line.id, verdict.notice] as const],
    ),
  );
  return { facts, priced: priceCart(entries, terms), terms, notices };
}

/** What a good's price depends on, for one company. A ladder never raises the company's own price. */
function pricingOf(line: CartFacts): Pricing {
  return {
    basePrice: line.base_fen,
    ladder: {
      type: line.ladder_type,
      steps: line.ladder.map((step) => ({
        number: step.number,
        price: Math.min(step.price_fen, line.base_fen),
      })),
    },
    spike: line.type === 1 ? spikeOf(line) : null,
  };
}

/** The open flash sale of a line's good, as it stands for the company. */
export function spikeOf(line: CartFacts): Pricing['spike'] {
  if (
    line.spike_fen === null ||
    line.spike_starts_at === null ||
    line.spike_ends_at === null ||
    line.spike_total === null ||
    line.spike_sold === null ||
    line.spike_limit === null
  ) {
    return null;
  }
  return {
    price: line.spike_fen,
    startsAt: line.spike_starts_at,
    endsAt: line.spike_ends_at,
    left: line.spike_total - line.spike_sold,
    allowance: line.spike_limit - line.bought_spike,
  };
}

function entryOf(line: CartFacts, purchasable: boolean): CartEntry {
  return {
    id: line.id,
    type: line.type,
    number: line.number,
    selected: line.selected,
    stockKey: `${line.goods_id}/${line.warehouse_id}`,
    unit: line.unit,
    pricing: pricingOf(line),
    purchasable,
    stock: line.stock,
    couponAllowed: !line.hm,
    manjianId: line.hm ? null : line.manjian_id,
    giftTotal: 0,
    isDpby: line.dpby_number !== null,
    qgNumber: line.dpby_number ?? line.min_number,
  };
}

async function cartTerms(
  db: Db,
  buyer: Member,
  facts: readonly CartFacts[],
  { site, now }: { site: Pick<SiteConfig, 'trade'>; now: number },
): Promise<CartTerms> {
  const manjianIds = new Set(facts.flatMap((line) => line.manjian_id ?? []));
  return {
    manjians: await loadManjians(db, [...manjianIds]),
    shipping: {
      freeFrom: toFen(site.trade.shippingFreeFrom),
      fee: toFen(site.trade.shippingFee),
      unshipped: await unshippedAmount(db, buyer.companyId),
    },
    now,
  };
}

async function loadManjians(db: Db, ids: readonly number[]): Promise<Manjian[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('manjians')
    .innerJoin('manjian_tiers', 'manjian_tiers.manjian_id', 'manjians.id')
    .where('manjians.id', 'in', ids)
    .orderBy('manjians.id')
    .orderBy('manjian_tiers.amount_fen')
    .select(['manjians.id', 'manjians.name', 'amount_fen', 'reduce_fen'])
    .execute();
  return [...Map.groupBy(rows, (row) => row.id)].map(([id, tiers]) => ({
    id,
    name: tiers[0]?.name ?? '',
    tiers: tiers.map((tier) => ({ amount: tier.amount_fen, reduce: tier.reduce_fen })),
  }));
}

/** Goods amount of paid orders that are still to be shipped: it counts towards free shipping (spec §9). */
async function unshippedAmount(db: Db, companyId: number): Promise<number> {
  const { amount } = await db
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .where('status', 'in', [20, 30])
    .select((eb) =>
      eb.fn
        .coalesce(eb.fn.sum<number>(eb('payable_fen', '-', eb.ref('shipping_fen'))), eb.lit(0))
        .as('amount'),
    )
    .executeTakeFirstOrThrow();
  return amount;
}
