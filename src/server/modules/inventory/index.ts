import { defineModule } from '../../kernel/module.ts';
import staffRoutes from './staff-routes.ts';

export { giveBackUnits, moveHeld, openPicks, type Pick, repick } from './commands/picks.ts';
export {
  type Allotment,
  allot,
  deliver,
  lockStock,
  lockStockOf,
  release,
  reserve,
  sellableBatches,
} from './commands/stock.ts';
export {
  firstBatch,
  sellableStock,
  stockByWarehouse,
  stockKey,
  type WarehouseStock,
} from './queries/sellable.ts';

export const inventory = defineModule({ name: 'inventory', routes: [staffRoutes] });
