import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';

type Query = Calls['ops-report.list']['query'] & { pageSize: number };
type Row = Calls['ops-report.list']['data']['list'][number];

/** Batches with or without a report, those that expire last first. */
export async function listBatches(
  db: Db,
  { page, pageSize, keywords = '', state }: Query,
): Promise<{ list: Row[]; total: number }> {
  const word = keywords.trim();
  const pattern = likePattern(word);
  const has = {
    none: sql`report.id IS NULL`,
    demo: sql`report.id IS NOT NULL AND report.upload_id IS NULL`,
    own: sql`report.upload_id IS NOT NULL`,
  };
  const found = sql`
    FROM (SELECT goods_id, batch_number, min(id) AS id, min(made) AS made, min(expires) AS expires
      FROM batches GROUP BY goods_id, batch_number) AS batch
    JOIN goods ON goods.id = batch.goods_id
    JOIN makers ON makers.id = goods.maker_id
    LEFT JOIN batch_reports AS report
      ON report.goods_id = batch.goods_id AND report.batch_number = batch.batch_number
    WHERE ${state === undefined ? sql`true` : has[state]}
      AND (${word === ''} OR goods.name LIKE ${pattern} OR goods.code = ${word} OR batch.batch_number LIKE ${pattern})`;
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*) AS total ${found}`.execute(db);
  const { rows } = await sql<
    Omit<Row, 'file' | 'state_text'> & { report_id: number | null; upload_id: string | null }
  >`
    SELECT batch.id, batch.goods_id, goods.code, goods.name, makers.name AS sccj, goods.spec AS ypgg,
      batch.batch_number, batch.made, batch.expires, report.id AS report_id, report.upload_id
    ${found} ORDER BY batch.made DESC, batch.id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(
    db,
  );
  const list = rows.map(({ report_id, upload_id, ...row }) => ({
    ...row,
    state_text: stateText(report_id, upload_id),
    file: report_id === null ? '' : `/api/document/report/${report_id}`,
  }));
  return { list, total: counted[0]?.total ?? 0 };
}

function stateText(report: number | null, upload: string | null): string {
  if (report === null) return '缺报告';
  return upload === null ? '演示样张' : '已上传';
}

/** Saves an uploaded report of a batch, replacing an earlier one. */
export async function saveReport(
  db: Db,
  request: RequestContext,
  { goods_id, batch_number, file }: Calls['ops-report.save']['body'],
): Promise<Answer<{ id: number }>> {
  const batch = await db
    .selectFrom('batches')
    .innerJoin('goods', 'goods.id', 'batches.goods_id')
    .where('goods_id', '=', goods_id)
    .where('batch_number', '=', batch_number)
    .select('goods.name')
    .executeTakeFirst();
  if (!batch) return refuse('notFound', { message: '没有这个批号' });
  const upload = file.replace('/api/upload/', '');
  const known = await db
    .selectFrom('uploads')
    .where('id', '=', upload)
    .where('kind', '=', 'report')
    .select('id')
    .executeTakeFirst();
  if (!known) return refuseField('file', '文件没有上传成功，请重新选择');
  const { id } = await db
    .insertInto('batch_reports')
    .values({ goods_id, batch_number, upload_id: upload, created_at: request.now })
    .onConflict((conflict) =>
      conflict
        .columns(['goods_id', 'batch_number'])
        .doUpdateSet({ upload_id: upload, created_at: request.now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(db, request, {
    action: 'update',
    subject: 'report',
    id,
    label: `${batch.name} ${batch_number}`,
    after: { upload },
  });
  return made({ id }, '已保存');
}

/** Removes a batch's report. */
export async function removeReport(
  db: Db,
  request: RequestContext,
  { goods_id, batch_number }: { goods_id: number; batch_number: string },
): Promise<Answer<{ id: number }>> {
  const gone = await db
    .deleteFrom('batch_reports')
    .where('goods_id', '=', goods_id)
    .where('batch_number', '=', batch_number)
    .returning('id')
    .executeTakeFirst();
  if (!gone) return refuse('notFound', { message: '这个批号没有报告' });
  await record(db, request, { action: 'remove', subject: 'report', id: gone.id, label: batch_number });
  return ok(gone, '已删除');
}
