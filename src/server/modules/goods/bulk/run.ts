import type { Calls } from '#generated/calls.ts';
import { toYuan } from '#shop/domain/money.ts';
import { type AuditEvent, recordAll } from '../../../kernel/audit/audit.ts';
import {
  type BulkPreview,
  claimUndo,
  keepBulkChange,
  MAX_BULK_ROWS,
  outcomeText,
  previewOf,
  tooMany,
} from '../../../kernel/bulk/bulk.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { goodsFound } from '../queries/goods-for-staff.ts';
import { type GoodsPlan, isStill, percentProblem, planGoods, titleOf } from './acts.ts';
import { type GoodsState, type KnownGoods, readStates, writeStates } from './states.ts';

type BulkInput = Calls['ops-goods.bulk']['body'];

/** The name under which these changes are kept. */
export const GOODS_BULK = 'goods';

interface Kept {
  label: string;
  from: GoodsState;
  to: GoodsState;
}

/** What a bulk change of goods would do. Locks the goods: run it in a transaction. */
export async function previewGoods(
  db: Db,
  input: BulkInput,
  nearBefore: string,
): Promise<Answer<BulkPreview>> {
  const plan = await planOf(db, input, nearBefore);
  if (!('planned' in plan)) return plan;
  return ok(previewOf(plan.title, plan.planned, true));
}

/** Does it with the goods that it fits, and keeps how they were. One transaction, one entry of the log a good. */
export async function changeGoods(
  db: Db,
  request: RequestContext,
  input: BulkInput,
  nearBefore: string,
): Promise<Answer<{ id: number; done: number; refused: number }>> {
  const plan = await planOf(db, input, nearBefore);
  if (!('planned' in plan)) return plan;
  const done = plan.planned.filter(({ problem }) => problem === null);
  if (done.length === 0) return refuse('invalid', { message: '选中的商品都不用改' });
  const title = `${plan.title}（${done.length} 个商品）`;
  await writeStates(
    db,
    done.map(({ to }) => to),
  );
  await recordAll(
    db,
    request,
    done.map(({ label, from, to }) => eventOf(label, from, to)),
  );
  const rows = done.map(({ label, from, to }): Kept => ({ label, from, to }));
  const id = await keepBulkChange(db, request, { act: GOODS_BULK, title, rows });
  const refused = plan.planned.length - done.length;
  return ok({ id, done: done.length, refused }, outcomeText(done.length, refused, `商品已${plan.title}`));
}

/** Takes a bulk change back, but for goods that were changed again since. */
export async function undoGoods(
  db: Db,
  request: RequestContext,
  id: number,
): Promise<Answer<{ done: number; kept: number }>> {
  const claimed = await claimUndo(db, request, GOODS_BULK, id);
  if ('ok' in claimed) return claimed;
  // Written by `changeGoods` above.
  const rows = claimed.rows as Kept[];
  const now = new Map(
    (
      await readStates(
        db,
        rows.map(({ to }) => to.id),
      )
    ).map((goods) => [goods.id, goods]),
  );
  const unchanged = rows.filter(({ to }) => {
    const goods = now.get(to.id);
    return goods !== undefined && isStill(goods, to);
  });
  await writeStates(
    db,
    unchanged.map(({ from }) => from),
  );
  await recordAll(
    db,
    request,
    unchanged.map(({ label, from, to }) => ({ ...eventOf(label, to, from), action: 'undo' as const })),
  );
  const kept = rows.length - unchanged.length;
  const message = kept === 0 ? '' : `，${kept} 个后来又改过，没有动`;
  return ok({ done: unchanged.length, kept }, `已撤销，${unchanged.length} 个商品恢复原样${message}`);
}

async function planOf(
  db: Db,
  input: BulkInput,
  nearBefore: string,
): Promise<{ title: string; planned: GoodsPlan[] } | Refused> {
  const { act, percent = 0 } = input;
  const problem = percentProblem(act, percent);
  if (problem !== null) return refuseField('percent', problem);
  const goods = await targets(db, input, nearBefore);
  if ('ok' in goods) return goods;
  return { title: titleOf(act, percent), planned: planGoods(goods, act, percent) };
}

/** The chosen goods, or all that the filter of the page finds. */
async function targets(
  db: Db,
  { ids = [], all, search }: BulkInput,
  nearBefore: string,
): Promise<KnownGoods[] | Refused> {
  if (all !== 1) return readStates(db, ids);
  const filter = Object.fromEntries(new URLSearchParams(search));
  const rows = await goodsFound(db, filter, nearBefore)
    .select('goods.id')
    .limit(MAX_BULK_ROWS + 1)
    .execute();
  if (rows.length > MAX_BULK_ROWS) return tooMany(rows.length);
  return readStates(
    db,
    rows.map(({ id }) => id),
  );
}

function eventOf(label: string, from: GoodsState, to: GoodsState): AuditEvent {
  return {
    action: to.on_sale === undefined ? 'update' : to.on_sale ? 'publish' : 'withdraw',
    subject: 'goods',
    id: to.id,
    label,
    before: logged(from),
    after: logged(to),
  };
}

function logged({ on_sale, yx, controlled, price_fen, cost_fen, ladder = [], levels = [] }: GoodsState) {
  const text = (steps: [number, number][]) =>
    steps.map(([at, fen]) => `${at} ${toYuan(fen).toFixed(2)}`).join('\n');
  return {
    ...(on_sale !== undefined && { on_sale }),
    ...(yx !== undefined && { yx }),
    ...(controlled !== undefined && { controlled }),
    ...(price_fen !== undefined && { price: toYuan(price_fen) }),
    ...(cost_fen !== undefined && { cost: cost_fen === null ? null : toYuan(cost_fen) }),
    ...(ladder.length > 0 && { ladder: text(ladder) }),
    ...(levels.length > 0 && { levels: text(levels) }),
  };
}
