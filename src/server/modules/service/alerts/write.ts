import { toFen } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { type Answer, made, ok, refuse } from '../../../kernel/result/answer.ts';
import { type CatalogueContext, cardsFor } from '../../catalogue/index.ts';
import type { AlertKind } from '../tables.ts';
import { KIND_TEXT } from './read.ts';

/** Waiting alerts of one member at most. */
const MAX_WAITING = 500;

/** Sets an alert, sent once when a good is back in stock or costs less than now. Idempotent. */
export async function addAlert(
  asking: CatalogueContext,
  db: Db,
  { goods_id, kind }: { goods_id: number; kind: AlertKind },
): Promise<Answer<{ id: number }>> {
  const { id: memberId, companyId } = memberOf(asking.visitor);
  const [card] = await cardsFor({ ...asking, db }, [goods_id]);
  if (!card) return refuse('notFound');
  if (card.price === null) return refuse('forbidden', { message: card.price_notice ?? '' });
  if (kind === 'arrival' && (card.number ?? 0) >= card.qg_number) {
    return refuse('invalid', { message: '这个商品现在有货' });
  }
  const { waiting } = await db
    .selectFrom('goods_alerts')
    .where('member_id', '=', memberId)
    .where('fired_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_WAITING) return refuse('invalid', { message: `最多同时等待 ${MAX_WAITING} 个提醒` });
  const row = await db
    .insertInto('goods_alerts')
    .values({
      company_id: companyId,
      member_id: memberId,
      goods_id,
      kind,
      base_fen: toFen(card.price),
      created_at: asking.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  const text = `${KIND_TEXT[kind]}已设置，会以消息告诉您`;
  return row ? made(row, text) : ok({ id: 0 }, text);
}

export async function removeAlerts(db: Db, memberId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('goods_alerts').where('member_id', '=', memberId).where('id', 'in', ids).execute();
}
