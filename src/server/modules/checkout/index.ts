import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';

export { batchTexts, checkoutAnswer, lineMark, serve } from './queries/answer.ts';
export { type Prepared, prepare } from './queries/prepare.ts';
export { piecesOf } from './rules/terms.ts';

export const checkout = defineModule({ routes: [routes], name: 'checkout' });
