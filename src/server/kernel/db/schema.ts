import type { Kysely } from 'kysely';
import type { ActivityTables } from '../../modules/campaigns/index.ts';
import type { CartTables } from '../../modules/cart/index.ts';
import type { ContentTables } from '../../modules/content/index.ts';
import type { AccountTables, ContractTables, RegistrationTables } from '../../modules/customers/index.ts';
import type { FulfilmentTables } from '../../modules/fulfilment/index.ts';
import type { CatalogueTables } from '../../modules/goods/index.ts';
import type { MemberTables, SecondFactorTables } from '../../modules/identity/index.ts';
import type { MoneyTables } from '../../modules/ledger/index.ts';
import type { OrderTables } from '../../modules/orders/index.ts';
import type { ControlledTables } from '../../modules/pricing/index.ts';
import type { PromotionTables } from '../../modules/promotions/index.ts';
import type { LotteryTables, PointsMallTables } from '../../modules/rewards/index.ts';
import type { SelfServiceTables } from '../../modules/service/index.ts';
import type { TaskTables } from '../tasks/tables.ts';
import type { OpsTables } from './tables.ts';

/** Every table, merged from `tables/`. */
export interface Database
  extends AccountTables,
    ActivityTables,
    CartTables,
    CatalogueTables,
    ContentTables,
    FulfilmentTables,
    LotteryTables,
    ContractTables,
    ControlledTables,
    MemberTables,
    MoneyTables,
    OpsTables,
    OrderTables,
    PointsMallTables,
    PromotionTables,
    SecondFactorTables,
    SelfServiceTables,
    TaskTables,
    RegistrationTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;
