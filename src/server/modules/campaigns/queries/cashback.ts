import type { Cashback } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { kindsOfStage } from '#shop/domain/promotions/index.ts';
import type { CatalogueContext } from '../../catalogue/index.ts';
import { byStage, grantedBy, spentIn, stageOf } from '../../promotions/index.ts';
import { type ListedPromotion, listedPromotions } from './promotions.ts';

/** Cashback promotions with the member's progress (schemas/shop/entities/cashback); without progress for visitors. */
export async function cashbacksAnswer(context: CatalogueContext): Promise<Cashback[]> {
  const listed = await listedPromotions(context, { kinds: kindsOfStage('period') });
  const answers: Cashback[] = [];
  // Several cashbacks are of the same month.
  const spent = new Map<string, Promise<Spent>>();
  for (const one of listed) {
    const period = `${one.startsAt}-${one.endsAt}`;
    const ofPeriod = spent.get(period) ?? spentUntilNow(context, one);
    spent.set(period, ofPeriod);
    const answer = await cashbackAnswer(context, one, await ofPeriod);
    if (answer) answers.push(answer);
  }
  return byStage(answers);
}

type Spent = Awaited<ReturnType<typeof spentIn>>;

/** What the company has spent in the promotion's period, nothing before it begins. */
async function spentUntilNow(
  { db, visitor: { companyId }, now }: CatalogueContext,
  one: ListedPromotion,
): Promise<Spent> {
  return companyId === null || now < one.startsAt ? NOTHING : spentIn(db, companyId, one);
}

async function cashbackAnswer(
  { db, visitor, now }: CatalogueContext,
  one: ListedPromotion,
  { spent, pending }: Spent,
): Promise<Cashback | null> {
  const { effect, words } = one.bound;
  if (effect.stage !== 'period') return null;
  const { companyId } = visitor;
  const granted = companyId === null ? 0 : await grantedBy(db, one.id, companyId);
  const next = effect.next(spent);
  const last = effect.tiers.at(-1)?.amount ?? 0;
  return {
    id: one.id,
    name: one.name,
    summary: one.summary,
    // The first texts are those of the tiers.
    terms: words.slice(effect.tiers.length),
    state: stageOf(one.startsAt, one.endsAt, now),
    starts_at: one.startsAt,
    ends_at: one.endsAt,
    tiers: effect.tiers.map(({ amount, gain }) => ({
      amount: toYuan(amount),
      reward: toYuan(gain),
      reached: spent >= amount,
    })),
    give: effect.as,
    spent: companyId === null ? null : toYuan(spent),
    pending: toYuan(pending),
    granted: toYuan(granted),
    next_missing: toYuan(next?.missing ?? 0),
    next_text: next?.gain ?? null,
    percent: last === 0 ? 0 : Math.min(100, Math.floor((spent * 100) / last)),
  };
}

const NOTHING: Spent = { spent: 0, pending: 0 };
