import { type Expression, type SqlBool, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { countAtMost } from '../../../kernel/db/count-at-most.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';

type Query = Calls['ops-report.list']['query'] & { pageSize: number };
type Filter = Pick<Query, 'keywords' | 'state'>;
type State = NonNullable<Query['state']>;
type Row = Calls['ops-report.list']['data']['list'][number];

const REPORT = sql`FROM batch_reports AS report
  WHERE report.goods_id = batch.goods_id AND report.batch_number = batch.batch_number`;

const HAS: Readonly<Record<State, Expression<SqlBool>>> = {
  none: sql<SqlBool>`NOT EXISTS (SELECT 1 ${REPORT})`,
  demo: sql<SqlBool>`EXISTS (SELECT 1 ${REPORT} AND report.upload_id IS NULL)`,
  own: sql<SqlBool>`EXISTS (SELECT 1 ${REPORT} AND report.upload_id IS NOT NULL)`,
};

/** Batches with or without a report, those that expire last first; none counted beyond `MOST_COUNTED`. */
export async function listBatches(
  db: Db,
  { page, pageSize, ...filter }: Query,
): Promise<{ list: Row[]; total: number }> {
  // Chosen before anything is joined to them, which would be looked up for the pages before as well.
  const shown = found(db, filter)
    .select(['batch.id', 'batch.goods_id', 'batch.batch_number', 'batch.made'])
    .orderBy('batch.made', 'desc')
    .orderBy('batch.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const rows = await db
    .selectFrom(shown.as('batch'))
    .innerJoin('goods', 'goods.id', 'batch.goods_id')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .leftJoin('batch_reports as report', (join) =>
      join
        .onRef('report.goods_id', '=', 'batch.goods_id')
        .onRef('report.batch_number', '=', 'batch.batch_number'),
    )
    .select(['batch.id', 'batch.goods_id', 'goods.code', 'goods.name', 'makers.name as sccj'])
    .select(['goods.spec as ypgg', 'batch.batch_number', 'batch.made'])
    .select(['report.id as report_id', 'report.upload_id'])
    .select((eb) =>
      eb
        .selectFrom('batches as kept')
        .whereRef('kept.goods_id', '=', 'batch.goods_id')
        .whereRef('kept.batch_number', '=', 'batch.batch_number')
        .select((least) => least.fn.min('kept.expires').as('expires'))
        .as('expires'),
    )
    .orderBy('batch.made', 'desc')
    .orderBy('batch.id')
    .execute();
  return {
    list: rows.map(({ report_id, upload_id, expires, ...row }) => ({
      ...row,
      expires: expires ?? '',
      state_text: stateText(report_id, upload_id),
      file: report_id === null ? '' : `/api/document/report/${report_id}`,
    })),
    total: await countAtMost(db, isFiltered(filter) ? found(db, filter).select('batch.id') : numbers(db)),
  };
}

const isFiltered = ({ keywords = '', state }: Filter) => keywords.trim() !== '' || state !== undefined;

/** Every batch number of a good, as the index has them. */
const numbers = (db: Db) => db.selectFrom('batches').select(['goods_id', 'batch_number']).distinct();

/** A batch may lie in several warehouses: it is listed as the one of them that was made first. */
function found(db: Db, { keywords = '', state }: Filter) {
  const word = keywords.trim();
  const pattern = likePattern(word);
  return db
    .selectFrom('batches as batch')
    .where(sql<SqlBool>`NOT EXISTS (SELECT 1 FROM batches AS other
      WHERE other.goods_id = batch.goods_id AND other.batch_number = batch.batch_number
        AND (other.made, other.id) < (batch.made, batch.id))`)
    .$if(state !== undefined, (query) => query.where(HAS[state as State]))
    .$if(word !== '', (query) =>
      query
        .innerJoin('goods', 'goods.id', 'batch.goods_id')
        .where((eb) =>
          eb.or([
            eb('goods.name', 'like', pattern),
            eb('goods.code', '=', word),
            eb('batch.batch_number', 'like', pattern),
          ]),
        ),
    );
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
