import type { Effect } from './effect.ts';
import type { Fields, Offer, Promotion } from './promotion.ts';
import { RuleProblem } from './read-rule.ts';

/** 含麻 goods, controlled goods (domain §3). */
export type Bar = 'hm' | 'controlled';

/** One field of a kind's form, as the form block takes it (schemas/shop/entities/form-field). Money is entered in yuan. */
export interface RuleField {
  name: string;
  label: string;
  kind: 'text' | 'number' | 'quantity' | 'radio' | 'checkbox' | 'textarea';
  required?: boolean;
  min?: number;
  max?: number;
  rows?: number;
  placeholder?: string;
  hint?: string;
  half?: boolean;
  options?: readonly { value: string; label: string }[];
}

/** The form that staff fill in, beside name and time. */
interface Form {
  /** The rule's fields; `read` makes sense of what was filled in. */
  fields: readonly RuleField[];
  /** Of which goods there are lists. */
  roles: readonly Offer['role'][];
  /** The fields of a good in the form, and the lists whose goods have them. */
  goodsFields: readonly ('price' | 'number' | 'stock' | 'limit')[];
  goodsFieldRoles: readonly Offer['role'][];
  /** The required ones of these fields. */
  requiredGoodsFields: readonly ('price' | 'stock')[];
  /** May it cover every good? */
  everything: boolean;
  /** Has it a stock and a limit as a whole, beside those of its goods? */
  limited: boolean;
}

/** One kind of promotion. Pure: what it does follows from its rule alone. */
interface Definition<Rule> {
  /** The file's name. */
  kind: string;
  /** As buyers read it. */
  name: string;
  stage: Effect['stage'];
  /** Goods that it never covers. */
  bars: readonly Bar[];
  /** Coupons may be used on what it has made cheaper. */
  couponAllowed: boolean;
  /** Cards of its goods carry its name; those of a sale from a stock of its own do so anyway. */
  marked: boolean;
  form: Form;
  /**
   * Reads what was filled in: first the form's fields, then the goods, of which a draft has none yet.
   * @throws RuleProblem
   */
  read: (fields: Fields, offers: readonly Offer[]) => Rule;
  /** The rule in words, one line each. Everybody reads it, so it names no price of a good. */
  words: (rule: Rule, offers: readonly Offer[]) => string[];
  /** The prices that it makes, in words, one line each. */
  prices?: (rule: Rule, offers: readonly Offer[]) => string[];
  effect: (rule: Rule) => Effect;
}

/** A kind of promotion, whatever its rule. */
export interface PromotionKind extends Omit<Definition<never>, 'read' | 'words' | 'prices' | 'effect'> {
  /** Reads a promotion's rule; an invalid one is returned as a problem with its field. */
  bind: (promotion: Pick<Promotion, 'rule' | 'offers'>) => Bound | RuleProblem;
}

/** What a promotion does and says, its rule being read. */
export interface Bound {
  effect: Effect;
  words: string[];
  prices: string[];
}

/**
 * Declares a kind of promotion. All that the shop knows of a kind stands in its file: where it acts follows from its
 * `stage`, the form of the back office from `form`, its mark on cards, its price and its explanation in the cart from the
 * rest. A new kind is a file beside this one, named as the kind, and a line in `kinds.ts`; neither the database, nor the
 * API, nor a page changes. Only a kind that acts at a moment of its own, which no kind has yet, adds an effect to
 * `effect.ts`, and the compiler then names the places that must know the new stage.
 */
export function definePromotion<Rule>({
  read,
  words,
  prices,
  effect,
  ...kind
}: Definition<Rule>): PromotionKind {
  return {
    ...kind,
    bind({ rule: fields, offers }) {
      try {
        const rule = read((fields ?? {}) as Fields, offers);
        return { effect: effect(rule), words: words(rule, offers), prices: prices?.(rule, offers) ?? [] };
      } catch (fault) {
        if (fault instanceof RuleProblem) return fault;
        throw fault;
      }
    },
  };
}
