import { defineModule } from '../../kernel/module.ts';

export { confirmReceipt } from './confirm.ts';
export { addParcelEvent, parcelsOf } from './parcels.ts';
export { moveOn, shipOrder } from './ship.ts';
export type { CancelRequestState, FulfilmentTables } from './tables.ts';

export const fulfilment = defineModule({ name: 'fulfilment' });
