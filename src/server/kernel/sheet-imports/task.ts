import { defineTask } from '../jobs/task.ts';
import { applyRows, type ImportInput } from './run.ts';

/** Rows per transaction, so that locks are held for a moment only. */
const BATCH_SIZE = 50;

/** Imports a long sheet in batches; a batch and its progress are committed together, so that none is applied twice. */
export default defineTask<ImportInput>({
  async run({ db, input, done, id, progress }) {
    const { rows } = input;
    for (let from = done; from < rows.length; from += BATCH_SIZE) {
      const batch = rows.slice(from, from + BATCH_SIZE);
      await db.transaction().execute(async (trx) => {
        const results =
          (await applyRows(trx, { ...input, rows: batch })) ??
          batch.map(({ row }) => ({ row, label: '', ok: false, text: '要修改的内容已经不在了' }));
        await progress(Math.min(from + BATCH_SIZE, rows.length), rows.length, results, trx);
      });
    }
    const { added } = await db
      .selectFrom('task_results')
      .where('task_id', '=', id)
      .where('ok', '=', true)
      .select((eb) => eb.fn.countAll<number>().as('added'))
      .executeTakeFirstOrThrow();
    return { note: `${added} 行已导入，${rows.length - added} 行未能导入` };
  },
});
