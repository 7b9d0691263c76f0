import type { Kysely } from 'kysely';
import type { AccountTables } from './tables/account.ts';
import type { ActivityTables } from './tables/activities.ts';
import type { CartTables } from './tables/cart.ts';
import type { CatalogueTables } from './tables/catalogue.ts';
import type { ContentTables } from './tables/content.ts';
import type { ContractTables } from './tables/contracts.ts';
import type { ControlledTables } from './tables/controlled.ts';
import type { FulfilmentTables } from './tables/fulfilment.ts';
import type { LotteryTables } from './tables/lottery.ts';
import type { MemberTables } from './tables/members.ts';
import type { MoneyTables } from './tables/money.ts';
import type { OpsTables } from './tables/ops.ts';
import type { OrderTables } from './tables/orders.ts';
import type { PointsMallTables } from './tables/points-mall.ts';
import type { PromotionTables } from './tables/promotions.ts';
import type { RegistrationTables } from './tables/registration.ts';
import type { SecondFactorTables } from './tables/second-factor.ts';
import type { SelfServiceTables } from './tables/self-service.ts';
import type { TaskTables } from './tables/tasks.ts';

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
