import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';

export { allocateLines, batchTexts, checkoutAnswer, lineMark } from './queries/answer.ts';
export { type CheckoutInput, type PreparedCheckout, prepareCheckout } from './queries/prepare.ts';
export { piecesOf } from './rules/terms.ts';

export const checkout = defineModule({ routes: [routes], name: 'checkout' });
