import type { Calls } from '#generated/calls.ts';
import { type BulkPreview, claimUndo, keepBulkChange, previewOf } from '../../../kernel/bulk/bulk.ts';
import { doEach, eachText, rehearseEach } from '../../../kernel/bulk/each.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { actOnOrderIn, undoApproval } from '../../after-sales/index.ts';
import { orderActOf, orderNames } from './acts.ts';

type BulkInput = Calls['ops-order.bulk']['body'];

/** The name under which the changes that can be taken back are kept. */
export const ORDER_BULK = 'order';

/** An order as an approval left it: its last event tells whether anything has happened since. */
interface Kept {
  id: number;
  event: number;
}

/** What an act would do with these orders. */
export async function previewOrders(request: RequestContext, input: BulkInput): Promise<Answer<BulkPreview>> {
  const act = orderActOf(request, input);
  if ('refusal' in act) return act;
  const planned = await rehearseEach(request.db, input.ids, orderNames, act.act);
  return ok(previewOf(act.title, planned, act.canUndo));
}

/** Does it with the orders that it fits, each as its single call would, and keeps what can be taken back. */
export async function changeOrders(
  request: RequestContext,
  input: BulkInput,
): Promise<Answer<Calls['ops-order.bulk']['data']>> {
  const act = orderActOf(request, input);
  if ('refusal' in act) return act;
  const planned = await doEach(request.db, input.ids, orderNames, act.act);
  const done = planned.filter(({ problem }) => problem === null);
  if (done.length === 0) return refuse('invalid', { message: eachText(planned, act.doneText) });
  return request.transaction(async (db) => {
    const rows = act.canUndo
      ? await lastEvents(
          db,
          done.map(({ id }) => id),
        )
      : [];
    const title = `${act.title}（${done.length} 个订单）`;
    const id = act.canUndo ? await keepBulkChange(db, request, { act: ORDER_BULK, title, rows }) : 0;
    const refused = planned.length - done.length;
    return ok({ id, done: done.length, refused }, eachText(planned, act.doneText));
  });
}

/** Takes a bulk approval back, but for orders with which something has happened since. */
export function undoOrders(
  request: RequestContext,
  id: number,
): Promise<Answer<{ done: number; kept: number }>> {
  return request.transaction(async (db) => {
    const claimed = await claimUndo(db, request, ORDER_BULK, id);
    if ('ok' in claimed) return claimed;
    // Written by `changeOrders` above.
    const rows = claimed.rows as Kept[];
    let done = 0;
    for (const row of rows) {
      const undone = await actOnOrderIn(db, request, row.id, { action: 'undo' }, async (trx, order) => {
        const [last] = await lastEvents(trx, [order.id]);
        if (last?.event !== row.event) return refuse('invalid');
        return undoApproval(trx, order, request.now);
      });
      if (!('refusal' in undone)) done += 1;
    }
    const kept = rows.length - done;
    const message = kept === 0 ? '' : `，${kept} 个后来又处理过，没有动`;
    return ok({ done, kept }, `已撤销，${done} 个订单回到待审核${message}`);
  });
}

function lastEvents(db: Db, ids: readonly number[]): Promise<Kept[]> {
  return db
    .selectFrom('order_events')
    .where('order_id', 'in', ids)
    .groupBy('order_id')
    .orderBy('order_id')
    .select((eb) => ['order_id as id', eb.fn.max('id').as('event')])
    .execute();
}
