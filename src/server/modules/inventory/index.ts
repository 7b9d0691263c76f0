import { defineModule } from '../../kernel/module.ts';

export { giveBackUnits, moveHeld, openPicks, type Pick, repick } from './picks.ts';
export { firstBatch, sellableStock, stockByWarehouse, stockKey, type WarehouseStock } from './sellable.ts';
export {
  type Allotment,
  allot,
  deliver,
  lockStock,
  lockStockOf,
  release,
  reserve,
  sellableBatches,
} from './stock.ts';

export const inventory = defineModule({ name: 'inventory' });
