import type { Member } from '../../../kernel/http/visitor.ts';
import { defineTask } from '../../../kernel/jobs/task.ts';
import { importSheet } from '../quick-order/import.ts';
import type { OrderSheetRow } from '../quick-order/match-codes.ts';

interface Input {
  buyer: Member;
  rows: OrderSheetRow[];
}

/** Rows per transaction, so that the buyer's own requests wait little for the cart's lock. */
const BATCH_SIZE = 50;

/** Adds a long sheet to the cart in batches; a batch and its progress are committed together, so that none is added twice. */
export default defineTask<Input>({
  async run({ db, input: { buyer, rows }, done, now, id, progress }) {
    for (let from = done; from < rows.length; from += BATCH_SIZE) {
      await db.transaction().execute(async (trx) => {
        const results = await importSheet(trx, buyer, rows.slice(from, from + BATCH_SIZE), now);
        await progress(Math.min(from + BATCH_SIZE, rows.length), rows.length, results, trx);
      });
    }
    const { added } = await db
      .selectFrom('task_results')
      .where('task_id', '=', id)
      .where('ok', '=', true)
      .select((eb) => eb.fn.countAll<number>().as('added'))
      .executeTakeFirstOrThrow();
    return { note: `${added} 行已加入购物车，${rows.length - added} 行未能加入` };
  },
});
