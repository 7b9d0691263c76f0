import type { Effect } from './effect.ts';
import type { PromotionKind } from './kind.ts';
import { KINDS } from './kinds.ts';

const BY_NAME = new Map(KINDS.map((kind) => [kind.kind, kind]));

/** The kind of that name, if there is one. */
export function kindOf(name: string): PromotionKind | undefined {
  return BY_NAME.get(name);
}

/** The names of the kinds of which something holds. */
const kindsThat = (holds: (kind: PromotionKind) => boolean): readonly string[] =>
  KINDS.filter(holds).map(({ kind }) => kind);

/** Whether a promotion of a stage has a say in the prices of a cart; a team is joined, a period is settled later. */
const IN_CART: Record<Effect['stage'], boolean> = {
  unit: true,
  amount: true,
  gift: true,
  exchange: true,
  set: true,
  team: false,
  period: false,
};

/** The kinds that have a say in a cart's prices. */
export const CART_KINDS = kindsThat(({ stage }) => IN_CART[stage]);

/** The kinds that make the price of one unit, also outside of a cart. */
export const PRICE_KINDS = kindsThat(({ stage }) => stage === 'unit');

/** Of these, the sales from a stock of their own, which a line names by its type (spec §3 `type` 1). */
export const SALE_KINDS = kindsThat(
  ({ stage, form }) => stage === 'unit' && form.goodsFields.includes('stock'),
);

/** The kinds whose goods carry a mark on their cards. */
export const MARKED_KINDS = kindsThat(({ marked }) => marked);

/** The kinds that act at one moment. */
export function kindsOfStage(stage: Effect['stage']): readonly string[] {
  return kindsThat((kind) => kind.stage === stage);
}
