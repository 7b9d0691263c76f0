import type { CartLineToAdd } from '#generated/schemas.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { openPromotions, unitOffers } from '#shop/domain/promotions/open.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { loadPromotions } from '../../promotions/index.ts';
import { placeOf, readWishes, refuseParam, type Wish } from '../input/wishes.ts';
import { type CartFacts, cartLines, loadCartFacts } from '../queries/facts.ts';
import { entryOf } from '../queries/price.ts';
import { goodsNotice, lineProblem } from '../queries/rules.ts';
import { tellCart } from './tell.ts';
import { lockCart } from './write.ts';

/** As many lines as `batch_select` can name. */
const MOST_LINES = 2000;
const MOST_UNITS = 999_999;

/**
 * Adds lines, merging those of the same good, warehouse, kind of price and combination, and checks each good over the
 * sum of its lines. Run it in a transaction: what it refuses must be rolled back.
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
  const current = await cartLines(db, buyer.companyId);
  const held = new Map(current.map((line) => [placeOfLine(line), line]));
  const totals = wishes.map((wish) => addUp(wish, held.get(placeOf(wish))?.number ?? 0));
  const excessive = totals.find((wish) => wish.number > MOST_UNITS);
  if (excessive) return refuseParam(excessive.indexes[0] ?? 0, 'number', `数量不能超过 ${MOST_UNITS}`);
  if (held.size + totals.filter((wish) => !held.has(placeOf(wish))).length > MOST_LINES) {
    return refuseField('params', `购物车最多 ${MOST_LINES} 个品种`);
  }
  const ids = new Map<string, number>();
  for (const wish of totals) {
    ids.set(placeOf(wish), await put(db, buyer.companyId, wish, held.get(placeOf(wish))?.id, now));
  }
  const refused = await refusalOf(db, buyer, totals, { params, ids, now });
  if (refused) return refused;
  await tellCart(db, buyer.companyId);
  return { ids: inOrder(params, totals, ids) };
}

function placeOfLine(line: Awaited<ReturnType<typeof cartLines>>[number]): string {
  const { goods_id: goodsId, warehouse_id: warehouseId, type, promotion_id: promotionId, choice } = line;
  return placeOf({ goodsId, warehouseId, type, promotionId, choice });
}

function addUp(wish: Wish, held: number): Wish {
  return { ...wish, number: wish.number + held };
}

/** Writes one line, new or larger; answers its id. The cart is locked, so nobody else can add the same. */
async function put(
  db: Db,
  companyId: number,
  wish: Wish,
  id: number | undefined,
  now: number,
): Promise<number> {
  const manjian = wish.manjianId === null ? {} : { manjian_id: await knownManjian(db, wish.manjianId) };
  if (id !== undefined) {
    const change = { number: wish.number, selected: true, ...manjian };
    await db.updateTable('cart_lines').set(change).where('id', '=', id).execute();
    return id;
  }
  const row = await db
    .insertInto('cart_lines')
    .values({
      company_id: companyId,
      goods_id: wish.goodsId,
      warehouse_id: wish.warehouseId,
      type: wish.type,
      number: wish.number,
      promotion_id: wish.promotionId,
      choice: JSON.stringify(wish.choice),
      created_at: now,
      ...manjian,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A full reduction that does not exist is no wish at all. */
async function knownManjian(db: Db, id: number): Promise<number | null> {
  const row = await db.selectFrom('promotions').where('id', '=', id).select('id').executeTakeFirst();
  return row?.id ?? null;
}

/** The refusal that names every line to add which cannot be bought in the number that it would have. */
async function refusalOf(
  db: Db,
  buyer: Member,
  wishes: readonly Wish[],
  { params, ids, now }: { params: readonly CartLineToAdd[]; ids: ReadonlyMap<string, number>; now: number },
): Promise<Refused | null> {
  const goodsIds = wishes.flatMap((wish) => [wish.goodsId, ...wish.choice.map(({ goods_id }) => goods_id)]);
  const cart = await loadCartFacts(db, buyer, now, { goodsIds });
  const errors: Record<string, string[]> = {};
  for (const wish of wishes) {
    const line = cart.find(({ id }) => id === ids.get(placeOf(wish)));
    if (!line) continue;
    const index = wish.indexes[0] ?? 0;
    const barred = goodsNotice(line, buyer);
    const against =
      barred === null
        ? (numberProblem(line, cart) ?? (await saleProblem(db, buyer, { line, wish, now })))
        : { field: goodsFieldOf(line, params[index]), text: barred };
    if (!against) continue;
    // What is said of a set names the good that it is about.
    const named = line.parts.length === 0 ? `${line.name}：${against.text}` : against.text;
    errors[`params.${index}.${against.field}`] = [named];
  }
  const [message] = Object.values(errors).flat();
  return message === undefined ? null : refuse('invalid', { message, data: { errors } });
}

/** What stands against a line to add, and the field that would have to be another. */
interface Problem {
  field: 'goods_id' | 'goods_price_id' | 'choice' | 'type' | 'number';
  text: string;
}

/** What names the goods of a line to add: goods that may not be bought at all are no matter of the number. */
function goodsFieldOf({ parts }: CartFacts, param: CartLineToAdd | undefined): Problem['field'] {
  if (parts.length === 0) return 'goods_id';
  return param?.choice === undefined ? 'goods_price_id' : 'choice';
}

function numberProblem(line: CartFacts, cart: readonly CartFacts[]): Problem | null {
  const problem = lineProblem(line, cart);
  return problem && { field: 'number', text: problem.text };
}

/** Who asked for a flash sale by name is told why it does not sell so many. */
async function saleProblem(
  db: Db,
  buyer: Member,
  { line, wish, now }: { line: CartFacts; wish: Wish; now: number },
): Promise<Problem | null> {
  if (!wish.strict || line.type !== LINE_TYPE.spike) return null;
  const { companyId } = buyer;
  const found = await loadPromotions(db, { now, goodsIds: [line.goods_id], companyId });
  const offers = unitOffers(openPromotions(found, now), entryOf(line, true)).filter(
    ({ effect }) => effect.replaces,
  );
  if (offers.length === 0) return { field: 'type', text: '秒杀未开始或已结束' };
  const outcomes = offers.map(({ effect, offer }) =>
    effect.price({ current: line.base_fen, quantity: line.number, offer }),
  );
  const reasons = outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome.reason] : []));
  const [text] = reasons.length < outcomes.length ? [] : reasons;
  return text === undefined ? null : { field: 'number', text };
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
