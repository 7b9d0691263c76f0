import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { ROLES } from '../rules/import-columns.ts';
import { putRows } from './import-goods.ts';

type Bulk = Calls['ops-promotion.bulk'];

const MAX_ROWS = 500;

/** Adds many goods to a promotion, one per line: code, price, stock, limit. The answer has a result for each line. */
export async function putMany(
  db: Db,
  request: RequestContext,
  promotionId: number,
  { text, role }: Bulk['body'],
): Promise<Answer<Bulk['data']>> {
  const put = await putRows(db, request, promotionId);
  if (put === null) return refuse('notFound');
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > MAX_ROWS) return refuseField('text', `一次最多 ${MAX_ROWS} 行`);
  const results: Bulk['data']['results'] = [];
  for (const [index, line] of lines.entries()) {
    const [code = '', price, stock, limit, ...rest] = line.split(/[\s,，;；\t]+/);
    const cells = { code, price, stock, limit, role: ROLES[role] };
    const outcome =
      rest.length > 0 ? { ok: false, text: '应为：编码 活动价 库存 限购' } : await put(filled(cells));
    results.push({ row: index + 1, text: line, message: outcome.text, ok: outcome.ok });
  }
  const done = results.filter((result) => result.ok).length;
  const refused = results.length - done;
  return ok(
    { done, refused, results },
    refused === 0 ? `已加入 ${done} 行` : `已加入 ${done} 行，${refused} 行有误`,
  );
}

/** The cells that are not empty. */
function filled<Cells extends Record<string, string | undefined>>(
  cells: Cells,
): { [Key in keyof Cells]?: string } {
  const given = Object.entries(cells).filter(([, text]) => text !== undefined);
  return Object.fromEntries(given) as { [Key in keyof Cells]?: string };
}
