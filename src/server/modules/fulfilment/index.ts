import { defineModule } from '../../kernel/module.ts';

export { confirmReceipt } from './confirm.ts';
export { addParcelEvent, parcelsOf } from './parcels.ts';
export { onCompleted, onShipped } from './ports.ts';
export { moveOn, shipOrder } from './ship.ts';

export const fulfilment = defineModule({ name: 'fulfilment' });
