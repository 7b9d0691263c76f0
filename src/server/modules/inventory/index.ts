import { defineModule } from '../../kernel/module.ts';

export { giveBackUnits, moveHeld, openPicks, type Pick, repick } from './picks.ts';
export { allot, type Allotment, deliver, lockStock, lockStockOf, release, reserve, sellableBatches } from './stock.ts';

export const inventory = defineModule({ name: 'inventory' });
