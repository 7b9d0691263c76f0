import { defineModule } from '../../kernel/module.ts';

export { batchTexts, checkoutAnswer, lineMark, serve } from './answer.ts';
export { type Prepared, prepare } from './prepare.ts';
export { piecesOf } from './terms.ts';

export const checkout = defineModule({ name: 'checkout' });
