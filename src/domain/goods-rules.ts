import type { GoodsCard } from '#generated/schemas.ts';

/** Least, step and most for a stepper over a listed good, in its units; the server decides at last. */
export function stepperBounds(goods: GoodsCard): { min: number; step: number; max: number } {
  const step = goods.multiple;
  return {
    min: Math.ceil(Math.max(goods.qg_number, 1) / step) * step,
    step,
    max: Math.max(step, Math.floor((goods.number ?? 0) / step) * step),
  };
}
