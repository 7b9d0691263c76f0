import { defineModule } from '../../kernel/module.ts';
import staffRoutes from './staff-routes.ts';

export {
  type BatchPick,
  changeAllocation,
  listOpenPicks,
  releaseUnits,
  replacePicks,
} from './commands/picks.ts';
export {
  type Allocation,
  allocateBatches,
  lockOrderStock,
  lockStock,
  releaseReservation,
  reserve,
  sellableBatches,
  shipUnits,
} from './commands/stock.ts';
export {
  type Batch,
  batchesOfGoods,
  sellableStock,
  stockIn,
  type WarehouseStock,
} from './queries/sellable.ts';

export const inventory = defineModule({ name: 'inventory', routes: [staffRoutes] });
