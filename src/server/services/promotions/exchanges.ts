import { toYuan } from '#domain/money.ts';
import { kindsOfStage } from '#domain/promotions/index.ts';
import type { Promotion as PromotionEntity } from '#generated/schemas.ts';
import { loadFacts } from '../cart/facts.ts';
import { priceFacts } from '../cart/price.ts';
import type { Asking } from '../goods/cards.ts';
import { listedPromotions, promotionsAnswer } from './list.ts';

/** Exchange promotions, with what the member's cart still lacks for each; `id` narrows to one. */
export async function exchangesAnswer(asking: Asking, id: number | undefined): Promise<PromotionEntity[]> {
  const listed = await listedPromotions(asking, { kinds: kindsOfStage('exchange'), id });
  const answers = await promotionsAnswer(asking, listed);
  const eligible = await cartCounts(asking);
  return answers.map((answer) => {
    const effect = listed.find((one) => one.id === answer.id)?.bound.effect;
    if (effect?.stage !== 'exchange' || eligible === null) return answer;
    const spent = eligible.get(answer.id) ?? 0;
    return {
      ...answer,
      reached: effect.units(spent) > 0,
      missing: toYuan(effect.next(spent)?.missing ?? 0),
    };
  });
}

/** What the member's cart has for each open exchange; null for who has no prices. */
async function cartCounts(asking: Asking): Promise<ReadonlyMap<number, number> | null> {
  const { db, visitor, now } = asking;
  if (visitor.role === 'visitor' || visitor.role === 'member') return null;
  const { priced } = await priceFacts(db, visitor, await loadFacts(db, visitor, now), asking);
  return priced.exchanges;
}
