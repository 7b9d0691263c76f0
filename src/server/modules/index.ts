import { kernel } from '../kernel/kernel.ts';
import { collectParts, type Module } from '../kernel/module.ts';
import { afterSales } from './after-sales/index.ts';
import { campaigns } from './campaigns/index.ts';
import { cart } from './cart/index.ts';
import { catalogue } from './catalogue/index.ts';
import { checkout } from './checkout/index.ts';
import { compliance } from './compliance/index.ts';
import { content } from './content/index.ts';
import { customers } from './customers/index.ts';
import { fulfilment } from './fulfilment/index.ts';
import { goods } from './goods/index.ts';
import { groupBuys } from './group-buys/index.ts';
import { identity } from './identity/index.ts';
import { insights } from './insights/index.ts';
import { inventory } from './inventory/index.ts';
import { ledger } from './ledger/index.ts';
import { orderViews } from './order-views/index.ts';
import { orders } from './orders/index.ts';
import { payments } from './payments/index.ts';
import { pictures } from './pictures/index.ts';
import { pricing } from './pricing/index.ts';
import { privacy } from './privacy/index.ts';
import { promotions } from './promotions/index.ts';
import { rewards } from './rewards/index.ts';
import { service } from './service/index.ts';

/** Every module, in their order: one imports only those before it. */
const MODULES: readonly Module[] = [
  kernel,
  identity,
  customers,
  content,
  inventory,
  goods,
  pricing,
  ledger,
  promotions,
  catalogue,
  pictures,
  rewards,
  cart,
  campaigns,
  checkout,
  orders,
  payments,
  fulfilment,
  afterSales,
  groupBuys,
  compliance,
  service,
  orderViews,
  insights,
  privacy,
];

for (const { connect } of MODULES) connect?.();

export const PARTS = collectParts(MODULES);
