import type { Calls } from '#generated/calls.ts';
import { type CouponTerms, readTerms } from '#shop/domain/promotions/coupon.ts';
import { RuleProblem } from '#shop/domain/promotions/read-rule.ts';
import { savedAnswer, saveRow } from '../../../kernel/audit/rows.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, type Refused, refuseField } from '../../../kernel/result/answer.ts';
import { readScope } from './scope.ts';

type CouponInput = Calls['ops-coupon.save']['body'];

/** Why the terms of a coupon that members hold cannot be changed. */
export const fixedTermsText = (issued: number) =>
  `已发给会员 ${issued} 张，种类、优惠、门槛与范围不能再改；要换请停用它，另建一种`;

/**
 * Creates or changes a coupon. Once a member has one, its value, threshold and scope are fixed: members hold it, and
 * orders were paid with it. Run it in a transaction.
 */
export async function saveCoupon(
  db: Db,
  request: RequestContext,
  input: CouponInput,
): Promise<Answer<{ id: number }>> {
  const { id: known } = input;
  if (input.ends_at !== undefined && input.ends_at <= input.starts_at) {
    return refuseField('ends_at', '截止要晚于开始');
  }
  const terms = termsOf(input);
  if (terms instanceof RuleProblem) return refuseField(terms.field, terms.message);
  const scope = await readScope(db, input);
  if ('ok' in scope) return scope;
  const fixedTerms = {
    kind: terms.kind,
    value: terms.value,
    threshold_fen: terms.threshold,
    scope: input.scope,
    scope_ids: scope.ids,
  };
  // The row is locked against concurrent grants: company_coupons refers to it.
  const saved = await saveRow(db, request, {
    table: 'coupons',
    subject: 'coupon',
    key: known === undefined ? null : { id: known },
    gone: '这种优惠券已经不在了',
    refuse: async (before) => {
      if (!before) return null;
      const refused = await refuseTermsChange(db, before.id, fixedTerms, before);
      if (refused) return refused;
      return input.total !== undefined && input.total < before.received
        ? refuseField('total', `已领 ${before.received} 张，总量不能更少`)
        : null;
    },
    values: {
      ...fixedTerms,
      name: input.name,
      scope_text: scope.text,
      days: input.days,
      starts_at: input.starts_at,
      ends_at: input.ends_at ?? null,
      total: input.total ?? null,
      member_limit: input.member_limit,
      listed: input.listed === 1,
    },
    label: input.name,
    logged: ({ value, threshold_fen, scope_text, total, days }) => ({
      value,
      threshold_fen,
      scope_text,
      total,
      days,
    }),
  });
  return savedAnswer(saved);
}

function termsOf(terms: CouponTerms): ReturnType<typeof readTerms> | RuleProblem {
  try {
    return readTerms(terms);
  } catch (fault) {
    if (fault instanceof RuleProblem) return fault;
    throw fault;
  }
}

/** The terms that are fixed for whoever holds the coupon. */
interface FixedTerms {
  kind: string;
  value: number;
  threshold_fen: number;
  scope: CouponInput['scope'];
  scope_ids: readonly number[];
}

/** Refuses a change of the terms of a coupon that members hold; null when it is allowed. */
async function refuseTermsChange(
  db: Db,
  id: number,
  next: FixedTerms,
  current: FixedTerms,
): Promise<Refused | null> {
  const changed = differingField(next, current);
  if (changed === null) return null;
  const { issued } = await db
    .selectFrom('company_coupons')
    .where('coupon_id', '=', id)
    .select((eb) => eb.fn.countAll<number>().as('issued'))
    .executeTakeFirstOrThrow();
  return issued > 0 ? refuseField(changed, fixedTermsText(issued)) : null;
}

/** The field of the form in which the terms differ; null when they are the same. */
function differingField(next: FixedTerms, current: FixedTerms): string | null {
  if (next.kind !== current.kind) return 'kind';
  if (next.value !== current.value) return 'value';
  if (next.threshold_fen !== current.threshold_fen) return 'threshold';
  const ids = ({ scope_ids }: FixedTerms) => scope_ids.toSorted((a, b) => a - b).join();
  return next.scope === current.scope && ids(next) === ids(current) ? null : 'scope';
}
