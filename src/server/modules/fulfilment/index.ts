import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';

export { addParcelEvent } from './commands/add-parcel-event.ts';
export { confirmReceipt } from './commands/confirm-receipt.ts';
export { shipOrder, updateShippingState } from './commands/ship.ts';
export { onCompleted, onShipped } from './ports.ts';
export { parcelsOf } from './queries/parcels.ts';

export const fulfilment = defineModule({ name: 'fulfilment', routes: [routes] });
