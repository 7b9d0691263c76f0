import { variedShop } from '../support/varied-shop.ts';
import { testFaults } from './support/test-faults.ts';

testFaults(await variedShop(), 5);
