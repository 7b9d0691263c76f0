import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';

export { batchTexts, checkoutAnswer, lineMark, serve } from './answer.ts';
export { type Prepared, prepare } from './prepare.ts';
export { piecesOf } from './terms.ts';

export const checkout = defineModule({ routes: [routes], name: 'checkout' });
