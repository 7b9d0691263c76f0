import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { type Answer, ok, refuse, refuseField } from '../../../answer.ts';
import type { Db } from '../../../db/schema.ts';
import type { RequestContext } from '../../../routes.ts';
import { kindOfPromotion } from './offers.ts';
import { putGoods } from './write.ts';

type Bulk = Calls['ops-promotion.bulk'];

const MOST_ROWS = 500;

/** Puts many goods into a promotion, one a line: code, price, stock, limit. Each line is answered for. */
export async function putMany(
  db: Db,
  request: RequestContext,
  promotionId: number,
  { text, role }: Bulk['body'],
): Promise<Answer<Bulk['data']>> {
  if (!(await kindOfPromotion(db, promotionId))) return refuse('notFound');
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > MOST_ROWS) return refuseField('text', `一次最多 ${MOST_ROWS} 行`);
  const results: Bulk['data']['results'] = [];
  for (const [index, line] of lines.entries()) {
    const message = await putLine(db, request, promotionId, { line, role });
    results.push({ row: index + 1, text: line, message: message ?? '已加入', ok: message === null });
  }
  const done = results.filter((result) => result.ok).length;
  const refused = results.length - done;
  return ok(
    { done, refused, results },
    refused === 0 ? `已加入 ${done} 行` : `已加入 ${done} 行，${refused} 行有误`,
  );
}

/** One line; why it was refused, or null. */
async function putLine(
  db: Db,
  request: RequestContext,
  promotionId: number,
  { line, role }: { line: string; role: Bulk['body']['role'] },
): Promise<string | null> {
  const [code, ...figures] = line.split(/[\s,，;；\t]+/);
  const [price, stock, limit, ...rest] = figures.map(Number);
  if (rest.length > 0 || figures.some((figure) => !/^\d+(\.\d{1,2})?$/.test(figure))) {
    return '应为：编码 活动价 库存 限购';
  }
  const whole = [stock, limit].every(
    (figure) => figure === undefined || (Number.isInteger(figure) && figure > 0),
  );
  if (!whole) return '库存与限购应为不小于 1 的整数';
  const goods = await db
    .selectFrom('goods')
    .where((eb) => eb.or([eb('code', '=', code ?? ''), eb('barcode', '=', code ?? '')]))
    .orderBy('on_sale', 'desc')
    .select('id')
    .executeTakeFirst();
  if (!goods) return '没有这个编码的商品';
  await sql`SAVEPOINT line`.execute(db);
  const answer = await putGoods(db, request, promotionId, {
    goods_id: goods.id,
    role,
    ...(price === undefined ? {} : { price }),
    ...(stock === undefined ? {} : { stock }),
    ...(limit === undefined ? {} : { member_limit: limit }),
  });
  if (answer.ok) return null;
  await sql`ROLLBACK TO SAVEPOINT line`.execute(db);
  return answer.message;
}
