import { goodsSheet } from '../../modules/goods/index.ts';
import { promotionSheet } from '../../modules/promotions/index.ts';
import type { AnySheetImport } from './sheet-import.ts';

/** What staff may change by a sheet. */
export const SHEETS = { goods: goodsSheet, promotion: promotionSheet } as const satisfies Record<
  string,
  AnySheetImport
>;

export type SheetName = keyof typeof SHEETS;
