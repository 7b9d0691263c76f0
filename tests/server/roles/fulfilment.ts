import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { claimableOf, claimId } from '#server/modules/after-sales/claims/claimable.ts';
import { createClaim } from '#server/modules/after-sales/claims/create.ts';
import { shipOrder } from '#server/modules/fulfilment/commands/ship.ts';
import { book, USE_TYPE } from '#server/modules/ledger/ledger.ts';
import { lockOrder } from '#server/modules/orders/commands/end.ts';
import { startPayment } from '#server/modules/payments/commands/start.ts';
import type { TestApp } from '../support/app.ts';
import { shopRegistry } from '../support/registry.ts';
import { START } from '../support/store.ts';
import type { Actor } from './actors.ts';
import { order } from './objects.ts';
import type { Maker } from './rows.ts';

const terms = async () => ({ site: (await shopRegistry()).site, now: START, gateways: SANDBOX });

/** Pays an order of its owner; with money of its own unless on credit. */
async function pay(owner: Actor, shop: TestApp, method: 'balance' | 'credit' | 'transfer'): Promise<number> {
  const id = await order.make(owner, shop);
  const { companyId } = owner;
  await book(shop.db, {
    from: { shop: 'grants' },
    to: { wallet: companyId },
    amount: 100_000,
    useType: USE_TYPE.topUp,
    memo: '充值',
    at: START,
  });
  const wish = { companyId, orderIds: [id], body: { method } };
  const paid = await startPayment(shop.db, wish, await terms());
  if (!paid.ok) throw new Error(paid.message);
  return id;
}

async function locked(shop: TestApp, id: number) {
  const found = await lockOrder(shop.db, id, null);
  if (!found) throw new Error(`no order ${id}`);
  return found;
}

export const paid: Maker = { make: (owner, shop) => pay(owner, shop, 'balance'), table: 'orders' };

export const confirming: Maker = { make: (owner, shop) => pay(owner, shop, 'transfer'), table: 'orders' };

/** On its way, as a whole. */
export const sent: Maker = {
  async make(owner, shop) {
    const id = await paid.make(owner, shop);
    const shipment = { carrier: '测试物流', trackingNo: 'T0001', at: START, receiptDays: 15 };
    const refused = await shipOrder(shop.db, await locked(shop, id), shipment);
    if (refused) throw new Error(refused.message);
    return id;
  },
  table: 'orders',
};

/** Paid, and its buyer asks to have it cancelled. */
export const asked: Maker = {
  async make(owner, shop) {
    const id = await paid.make(owner, shop);
    await shop.db
      .insertInto('cancel_requests')
      .values({
        order_id: id,
        member_id: owner.memberId,
        reason: '不需要了',
        created_at: START,
        decided_at: null,
      })
      .execute();
    return id;
  },
  table: 'orders',
};

/** Paid, and to be reviewed. */
export const reviewing: Maker = {
  async make(owner, shop) {
    const id = await paid.make(owner, shop);
    await shop.db.updateTable('orders').set({ status: 20 }).where('id', '=', id).execute();
    return id;
  },
  table: 'orders',
};

/** A file of its owner. */
export async function fileOf(owner: Actor, shop: TestApp, kind: string): Promise<string> {
  const id = `${kind}${Math.floor(Math.random() * 1e12)}`;
  await shop.db
    .insertInto('uploads')
    .values({
      id,
      kind,
      is_public: false,
      member_id: owner.memberId,
      company_id: owner.companyId,
      name: '凭证.png',
      type: 'image/png',
      size: 10,
      sha256: id,
      created_at: START,
    })
    .execute();
  return id;
}

/** An order whose buyer has sent the slip of a transfer. */
export const transferred: Maker = {
  async make(owner, shop) {
    const id = await confirming.make(owner, shop);
    const transfer = await shop.db
      .insertInto('transfers')
      .values({
        company_id: owner.companyId,
        payer: '测试药店',
        amount_fen: 100_000,
        paid_on: '2026-11-01',
        reference: '',
        upload_id: await fileOf(owner, shop, 'voucher'),
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await shop.db.insertInto('transfer_orders').values({ transfer_id: transfer.id, order_id: id }).execute();
    return id;
  },
  table: 'orders',
};

/** A return (or an exchange) that its owner asked for, in a state. */
export function claim(kind: 1 | 11, status: 10 | 20 = 10): Maker {
  return {
    async make(owner, shop) {
      const order_id = await sent.make(owner, shop);
      const [row] = await claimableOf(shop.db, order_id);
      const lines = row ? [{ id: claimId(row), number: 1 }] : [];
      const asker = { id: owner.memberId, companyId: owner.companyId };
      const member = {
        ...asker,
        role: 'approved',
        companyType: 1,
        scopes: [],
        level: 1,
        sessionId: '',
      } as const;
      const family = kind < 10 ? 'return' : 'after_sales';
      const body = { order_id, kind, reason: '破损', lines };
      const made = await createClaim(shop.db, member, family, body, await terms());
      if (!made.ok) throw new Error(made.message);
      await shop.db.updateTable('claims').set({ status }).where('id', '=', made.data.id).execute();
      return made.data.id;
    },
    table: 'claims',
  };
}

/** A receipt that is owed; or one that was sent, to be reviewed. Known by its order. */
export function receipt(status: 10 | 20): Maker {
  return {
    async make(owner, shop) {
      const order_id = await sent.make(owner, shop);
      await shop.db
        .insertInto('hm_receipts')
        .values({ order_id, company_id: owner.companyId, due_at: START + 86_400, status })
        .execute();
      return order_id;
    },
    table: 'orders',
  };
}

/** A refund that waits for staff, or for its gateway. */
export function refund(route: 'bank' | 'source'): Maker {
  return {
    async make(owner, shop) {
      const order_id = await paid.make(owner, shop);
      const no = `R${order_id}${route}`;
      const payment = await shop.db
        .insertInto('payments')
        .values({
          no,
          company_id: owner.companyId,
          gateway: 'alipay',
          amount_fen: 100,
          state: 'paid',
          created_at: START,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id } = await shop.db
        .insertInto('refunds')
        .values({
          no,
          company_id: owner.companyId,
          order_id,
          claim_id: null,
          payment_id: payment.id,
          route,
          amount_fen: 100,
          state: 'waiting',
          reason: '测试',
          next_at: null,
          created_at: START,
          done_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    table: 'refunds',
  };
}

/** A gateway's report that fits no charge. */
export const incident: Maker = {
  async make(owner, shop) {
    const { id } = await shop.db
      .insertInto('payment_incidents')
      .values({
        gateway: 'alipay',
        no: `P${owner.companyId}${Math.floor(Math.random() * 1e9)}`,
        payment_id: null,
        reported_fen: 100,
        trade_no: null,
        first_at: START,
        last_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'payment_incidents',
};

/** An issued invoice, of which a part was refunded since. */
export const overdrawn: Maker = {
  async make(owner, shop) {
    const { id } = await shop.db
      .insertInto('invoices')
      .values({
        company_id: owner.companyId,
        member_id: owner.memberId,
        kind: 'normal',
        title: '测试药店',
        tax_number: '91420100MA4KXXXX1T',
        address: '',
        bank: '',
        email: '',
        amount_fen: 1000,
        over_fen: 100,
        state: 'issued',
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'invoices',
};

/** An open bill of its owner. */
export const bill: Maker = {
  async make(owner, shop) {
    await shop.db
      .insertInto('credit_lines')
      .values({ company_id: owner.companyId, limit_fen: 10_000_000, term_days: 30 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const order_id = await pay(owner, shop, 'credit');
    const { id } = await shop.db
      .selectFrom('credit_bills')
      .where('order_id', '=', order_id)
      .select('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'credit_bills',
};

/** A repayment that waits to be paid, by its number. */
export const repayment: Maker<string> = {
  async make(owner, shop) {
    const bill_ids = [await bill.make(owner, shop)];
    const { data } = await owner.browser.call('pay.creditCreate', { body: { bill_ids, method: 'balance' } });
    return data.no;
  },
  absent: 'H00000000',
};
