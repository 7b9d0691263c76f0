import { defineTask } from '../jobs/task.ts';
import { changeByRows, type SheetJob } from './run.ts';

/** Rows a transaction: what others wait for is held for a moment only. */
const CHUNK = 50;

/** Changes by a long sheet of staff's, piece by piece; a piece and its progress are written together, so none is done twice. */
export default defineTask<SheetJob>({
  async run({ db, input, done, id, progress }) {
    const { rows } = input;
    for (let from = done; from < rows.length; from += CHUNK) {
      const piece = rows.slice(from, from + CHUNK);
      await db.transaction().execute(async (trx) => {
        const results =
          (await changeByRows(trx, { ...input, rows: piece })) ??
          piece.map(({ row }) => ({ row, label: '', ok: false, text: '要修改的内容已经不在了' }));
        await progress(Math.min(from + CHUNK, rows.length), rows.length, results, trx);
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
