import { LINE_TYPE } from '#domain/cart-totals.ts';
import { spikeHolds } from '#domain/price.ts';
import type { CartLineToAdd } from '#generated/schemas.ts';
import { type Refused, refuse, refuseField } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import type { Member } from '../../visitor.ts';
import { type CartFacts, loadFacts } from './facts.ts';
import { spikeOf } from './price.ts';
import { goodsNotice, lineProblem } from './rules.ts';
import { placeOf, readWishes, refuseParam, type Wish } from './wishes.ts';
import { lockCart } from './write.ts';

/** As many lines as `batch_select` can name. */
const MOST_LINES = 2000;
const MOST_UNITS = 999_999;

/**
 * Adds lines, merging those of the same good, warehouse and kind of price, and checks each good over the sum of its
 * lines. Run it in a transaction: what it refuses must be rolled back.
 * @returns ids of the lines, in the order of `params`
 */
export async function addLines(
  db: Db,
  buyer: Member,
  params: readonly CartLineToAdd[],
  now: number,
): Promise<{ ids: number[] } | Refused> {
  if (params.length === 0) return refuseField('params', '请选择商品');
  await lockCart(db, buyer.companyId);
  const wishes = await readWishes(db, params, now);
  if (!Array.isArray(wishes)) return wishes;
  const current = await db
    .selectFrom('cart_lines')
    .where('company_id', '=', buyer.companyId)
    .select(['goods_id as goodsId', 'warehouse_id as warehouseId', 'type', 'number'])
    .execute();
  const held = new Map(current.map((line) => [placeOf(line), line.number]));
  const totals = wishes.map((wish) => addUp(wish, held.get(placeOf(wish)) ?? 0));
  const excessive = totals.find((wish) => wish.number > MOST_UNITS);
  if (excessive) return refuseParam(excessive.indexes[0] ?? 0, 'number', `数量不能超过 ${MOST_UNITS}`);
  if (held.size + totals.filter((wish) => !held.has(placeOf(wish))).length > MOST_LINES) {
    return refuseField('params', `购物车最多 ${MOST_LINES} 个品种`);
  }
  const ids = await upsert(db, buyer.companyId, totals, now);
  return (await refusalOf(db, buyer, totals, now)) ?? { ids: inOrder(params, totals, ids) };
}

function addUp(wish: Wish, held: number): Wish {
  return { ...wish, number: wish.number + held };
}

async function upsert(
  db: Db,
  companyId: number,
  wishes: readonly Wish[],
  now: number,
): Promise<Map<string, number>> {
  const rows = await db
    .insertInto('cart_lines')
    .values(
      wishes.map((wish) => ({
        company_id: companyId,
        goods_id: wish.goodsId,
        warehouse_id: wish.warehouseId,
        type: wish.type,
        number: wish.number,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'goods_id', 'warehouse_id', 'type'])
        .doUpdateSet((eb) => ({ number: eb.ref('excluded.number'), selected: true })),
    )
    .returning(['id', 'goods_id as goodsId', 'warehouse_id as warehouseId', 'type'])
    .execute();
  return new Map(rows.map((row) => [placeOf(row), row.id]));
}

/** The refusal that names every line to add which cannot be bought in the number that it would have. */
async function refusalOf(
  db: Db,
  buyer: Member,
  wishes: readonly Wish[],
  now: number,
): Promise<Refused | null> {
  const cart = await loadFacts(db, buyer, now, { goodsIds: wishes.map((wish) => wish.goodsId) });
  const errors: Record<string, string[]> = {};
  for (const wish of wishes) {
    const place = placeOf(wish);
    const line = cart.find(
      (row) => placeOf({ goodsId: row.goods_id, warehouseId: row.warehouse_id, type: row.type }) === place,
    );
    const notice = line && whyNot(line, cart, buyer, wish.strict ? now : null);
    if (line && notice) errors[`params.${wish.indexes[0] ?? 0}.number`] = [`${line.name}：${notice}`];
  }
  const [message] = Object.values(errors).flat();
  return message === undefined ? null : refuse('invalid', { message, data: { errors } });
}

function whyNot(
  line: CartFacts,
  cart: readonly CartFacts[],
  buyer: Member,
  strictAt: number | null,
): string | null {
  const notice = goodsNotice(line, buyer) ?? lineProblem(line, cart)?.text ?? null;
  if (notice !== null || line.type !== LINE_TYPE.spike || strictAt === null) return notice;
  const spike = spikeOf(line);
  if (!spike) return '秒杀未开始或已结束';
  if (spikeHolds(spike, line.number, strictAt)) return null;
  const rest = Math.max(0, Math.min(spike.left, spike.allowance));
  return rest > 0 ? `秒杀限购，合计最多 ${rest} ${line.unit}` : '秒杀名额已用完';
}

function inOrder(
  params: readonly CartLineToAdd[],
  wishes: readonly Wish[],
  ids: ReadonlyMap<string, number>,
): number[] {
  const answer = params.map(() => 0);
  for (const wish of wishes) for (const index of wish.indexes) answer[index] = ids.get(placeOf(wish)) ?? 0;
  return answer;
}
