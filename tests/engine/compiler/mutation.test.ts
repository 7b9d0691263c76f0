import { variedShop } from '../support/varied-shop.ts';
import { testMutations } from './support/test-mutations.ts';

testMutations(await variedShop());
