/** What limits the quantity of one good in one warehouse (domain §2). `null` = no cap. */
export interface QuantityRules {
  minimum: number;
  /** Units go in multiples of this (中包装); 1 when the good may be split. */
  multiple: number;
  stock: number;
  perOrder: number | null;
  /** What the caps of a period (30 days, a flash sale) still allow. */
  allowance: number | null;
}

export interface QuantityProblem {
  code: 'not-whole' | 'sold-out' | 'minimum' | 'multiple' | 'per-order' | 'allowance' | 'stock';
  text: string;
}

/** The first rule that `quantity` breaks, in words, or `null`. */
export function quantityProblem(
  quantity: number,
  rules: QuantityRules,
  unit: string,
): QuantityProblem | null {
  if (!Number.isSafeInteger(quantity) || quantity < 1) {
    return { code: 'not-whole', text: '数量必须是不小于 1 的整数' };
  }
  if (rules.stock <= 0) return { code: 'sold-out', text: '商品已售罄' };
  if (quantity < rules.minimum) return { code: 'minimum', text: `${rules.minimum} ${unit}起购` };
  if (quantity % rules.multiple !== 0) {
    return { code: 'multiple', text: `须按中包装购买，数量为 ${rules.multiple} 的倍数` };
  }
  if (rules.perOrder !== null && quantity > rules.perOrder) {
    return { code: 'per-order', text: `每单限购 ${rules.perOrder} ${unit}` };
  }
  if (rules.allowance !== null && quantity > rules.allowance) {
    const rest = Math.max(0, rules.allowance);
    return { code: 'allowance', text: rest ? `限购，还可购买 ${rest} ${unit}` : '已达到限购数量' };
  }
  if (quantity > rules.stock) return { code: 'stock', text: `库存不足，仅剩 ${rules.stock} ${unit}` };
  return null;
}

/** The least quantity that keeps the minimum and is a whole number of packages. */
export function leastOf({ minimum, multiple }: Pick<QuantityRules, 'minimum' | 'multiple'>): number {
  return Math.ceil(Math.max(minimum, 1) / multiple) * multiple;
}

/** The allowed quantity nearest to the requested one: up to the next multiple, down where a cap is passed; 0 when none is. */
export function fitQuantity(requested: number, rules: QuantityRules): number {
  const step = rules.multiple;
  const most = Math.min(rules.stock, rules.perOrder ?? Infinity, rules.allowance ?? Infinity);
  const least = leastOf(rules);
  const rounded = Number.isFinite(requested) ? Math.ceil(requested / step) * step : least;
  const fitted = Math.min(Math.max(rounded, least), Math.floor(most / step) * step);
  return fitted >= least ? fitted : 0;
}
