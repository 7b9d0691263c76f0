import type { CartLineToAdd } from '#generated/schemas.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { openPromotions, unitOffers } from '#shop/domain/promotions/open.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { loadPromotions } from '../../promotions/index.ts';
import { type LineInput, lineKey, readLineInputs, refuseParam } from '../input/line-inputs.ts';
import { type CartFacts, cartLines, goodsIn, loadCartFacts, type WrittenLine } from '../queries/facts.ts';
import { lineGoods } from '../queries/line-goods.ts';
import { entryOf } from '../queries/price.ts';
import { lineGoodsNotice, lineProblem } from '../queries/rules.ts';
import { notifyCart } from './notify.ts';
import { seenColumns } from './see.ts';
import { lockCart } from './write.ts';

/** As many lines as `batch_select` can name. */
const MAX_LINES = 2000;
const MAX_UNITS = 999_999;

/**
 * Adds lines, merging those of the same good, warehouse, kind of price and combination, and checks each good over the
 * sum of its lines. Run it in a transaction.
 * @returns ids of the lines, in the order of `params`, and the lines of the cart in all
 */
export async function addLines(
  db: Db,
  buyer: Member,
  params: readonly CartLineToAdd[],
  now: number,
): Promise<{ ids: number[]; total: number } | Refused> {
  if (params.length === 0) return refuseField('params', '请选择商品');
  const named = [...new Set(params.map(({ goods_id }) => goods_id))];
  // Pipelined, and answered in this order: what follows the lock is read under it.
  const [, inputs, current, goods] = await Promise.all([
    lockCart(db, buyer.companyId),
    readLineInputs(db, params, now),
    cartLines(db, buyer.companyId),
    lineGoods(db, buyer, now, named),
  ]);
  if (!Array.isArray(inputs)) return inputs;
  const existing = new Map(current.map((line) => [keyOfLine(line), line]));
  const totals = inputs.map((input) => addExisting(input, existing.get(lineKey(input))?.number ?? 0));
  const tooLarge = totals.find((input) => input.quantity > MAX_UNITS);
  if (tooLarge) return refuseParam(tooLarge.indexes[0] ?? 0, 'number', `数量不能超过 ${MAX_UNITS}`);
  const planned = await planLines(db, totals, existing);
  const after = new Map([...existing, ...planned]);
  if (after.size > MAX_LINES) {
    return refuseField('params', `购物车最多 ${MAX_LINES} 个品种`);
  }
  const goodsIds = [...planned.values()].flatMap(goodsIn);
  const before = { lines: [...after.values()], goods };
  const cart = await loadCartFacts(db, buyer, now, { goodsIds }, before);
  const refused = await refusalOf(db, buyer, totals, { params, planned, now, cart });
  if (refused) return refused;
  const ids = new Map<string, number>();
  for (const [key, line] of planned) {
    const facts = cart.find(({ id }) => id === line.id);
    const seen = facts ? seenColumns(facts, cart, buyer) : {};
    ids.set(key, await writeLine(db, buyer.companyId, { ...line, ...seen }, now));
  }
  await notifyCart(db, buyer.companyId);
  return { ids: idsInOrder(params, totals, ids), total: after.size };
}

function keyOfLine(line: WrittenLine): string {
  const { goods_id: goodsId, warehouse_id: warehouseId, type, promotion_id: promotionId, choice } = line;
  return lineKey({ goodsId, warehouseId, type, promotionId, choice });
}

function addExisting(input: LineInput, existing: number): LineInput {
  return { ...input, quantity: input.quantity + existing };
}

/**
 * The lines as they will be, by their keys. Each is judged before it is written, and then written once: PostgreSQL checks
 * every foreign key of a row again that its own transaction has written before. Ids of new lines are below zero.
 */
async function planLines(
  db: Db,
  inputs: readonly LineInput[],
  existing: ReadonlyMap<string, WrittenLine>,
): Promise<Map<string, WrittenLine>> {
  const planned = new Map<string, WrittenLine>();
  for (const input of inputs) {
    const line = existing.get(lineKey(input)) ?? newLine(input, -1 - planned.size);
    const manjian = input.manjianId === null ? line.manjian_id : await existingManjian(db, input.manjianId);
    planned.set(lineKey(input), { ...line, number: input.quantity, selected: true, manjian_id: manjian });
  }
  return planned;
}

function newLine({ goodsId, warehouseId, type, promotionId, choice, quantity }: LineInput, id: number) {
  return {
    id,
    goods_id: goodsId,
    warehouse_id: warehouseId,
    warehouse_name: '',
    type,
    number: quantity,
    selected: true,
    promotion_id: promotionId,
    manjian_id: null,
    choice,
    seen_fen: null,
    seen_notice: null,
  };
}

type Written = Pick<WrittenLine, 'id' | 'number' | 'selected' | 'manjian_id' | 'seen_fen' | 'seen_notice'>;

const updateLine = prepareQuery<Written>()((db, { value }) =>
  db
    .updateTable('cart_lines')
    .set({
      number: value('number'),
      selected: value('selected'),
      manjian_id: value('manjian_id'),
      seen_fen: value('seen_fen'),
      seen_notice: value('seen_notice'),
    })
    .where('id', '=', value('id')),
);

/** Writes one planned line; returns its id. The cart is locked, so nobody else can add the same. */
async function writeLine(db: Db, companyId: number, line: WrittenLine, now: number): Promise<number> {
  const { id, number, selected, manjian_id, seen_fen, seen_notice } = line;
  const written = { number, selected, manjian_id, seen_fen, seen_notice };
  if (id > 0) {
    await sendWrite(db, updateLine(db, { id, ...written }));
    return id;
  }
  const { goods_id, warehouse_id, type, promotion_id } = line;
  const identity = { goods_id, warehouse_id, type, promotion_id, choice: JSON.stringify(line.choice) };
  const [row] = await insertLine(db, { ...identity, ...written, company_id: companyId, created_at: now });
  if (!row) throw new Error('a line was not written');
  return row.id;
}

type NewLine = Omit<Written, 'id'> &
  Pick<WrittenLine, 'goods_id' | 'warehouse_id' | 'type' | 'promotion_id'> &
  Record<'company_id' | 'created_at', number> & { choice: string };

const insertLine = prepareQuery<NewLine>()((db, { value }) =>
  db
    .insertInto('cart_lines')
    .values({
      goods_id: value('goods_id'),
      warehouse_id: value('warehouse_id'),
      type: value('type'),
      promotion_id: value('promotion_id'),
      choice: value('choice'),
      number: value('number'),
      selected: value('selected'),
      manjian_id: value('manjian_id'),
      seen_fen: value('seen_fen'),
      seen_notice: value('seen_notice'),
      company_id: value('company_id'),
      created_at: value('created_at'),
    })
    .returning('id'),
);

/** A full reduction that does not exist is ignored: the line is then priced with the best one. */
async function existingManjian(db: Db, id: number): Promise<number | null> {
  const row = await db.selectFrom('promotions').where('id', '=', id).select('id').executeTakeFirst();
  return row?.id ?? null;
}

/** A refusal with one field error for each line that cannot be bought in its new quantity; null when all can. */
async function refusalOf(
  db: Db,
  buyer: Member,
  inputs: readonly LineInput[],
  {
    params,
    planned,
    now,
    cart,
  }: {
    params: readonly CartLineToAdd[];
    planned: ReadonlyMap<string, WrittenLine>;
    now: number;
    cart: readonly CartFacts[];
  },
): Promise<Refused | null> {
  const errors: Record<string, string[]> = {};
  for (const input of inputs) {
    const line = cart.find(({ id }) => id === planned.get(lineKey(input))?.id);
    if (!line) continue;
    const index = input.indexes[0] ?? 0;
    const notice = lineGoodsNotice(line, buyer);
    const problem =
      notice === null
        ? (numberProblem(line, cart) ?? (await saleProblem(db, buyer, { line, input, now })))
        : { field: goodsFieldOf(line, params[index]), text: notice };
    if (!problem) continue;
    // The text of a set already names the good concerned.
    const named = line.parts.length === 0 ? `${line.name}：${problem.text}` : problem.text;
    errors[`params.${index}.${problem.field}`] = [named];
  }
  const [message] = Object.values(errors).flat();
  return message === undefined ? null : refuse('invalid', { message, data: { errors } });
}

/** Why a line cannot be added, and the field at fault. */
interface LineInputProblem {
  field: 'goods_id' | 'goods_price_id' | 'choice' | 'type' | 'number';
  text: string;
}

/** The field that names the goods of a line: goods that may not be bought at all are no fault of the quantity. */
function goodsFieldOf({ parts }: CartFacts, param: CartLineToAdd | undefined): LineInputProblem['field'] {
  if (parts.length === 0) return 'goods_id';
  return param?.choice === undefined ? 'goods_price_id' : 'choice';
}

function numberProblem(line: CartFacts, cart: readonly CartFacts[]): LineInputProblem | null {
  const problem = lineProblem(line, cart);
  return problem && { field: 'number', text: problem.text };
}

/** Why a flash sale that was requested explicitly does not sell this quantity; null for any other line. */
async function saleProblem(
  db: Db,
  buyer: Member,
  { line, input, now }: { line: CartFacts; input: LineInput; now: number },
): Promise<LineInputProblem | null> {
  if (!input.isSpikeRequested || line.type !== LINE_TYPE.spike) return null;
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

function idsInOrder(
  params: readonly CartLineToAdd[],
  inputs: readonly LineInput[],
  ids: ReadonlyMap<string, number>,
): number[] {
  const answer = params.map(() => 0);
  for (const input of inputs) for (const index of input.indexes) answer[index] = ids.get(lineKey(input)) ?? 0;
  return answer;
}
