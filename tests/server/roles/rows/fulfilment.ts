import {
  asked,
  bill,
  claim,
  confirming,
  fileOf,
  incident,
  overdrawn,
  paid,
  receipt,
  refund,
  repayment,
  reviewing,
  sent,
  transferred,
} from '../fulfilment.ts';
import { order } from '../objects.ts';
import { defineRows, lists, of } from '../rows.ts';

const ids = ({ list }: { list: readonly { id: number }[] }) => list.map(({ id }) => id);

export default defineRows({
  'order.rebuy': of(order, (id) => ({ params: { id } })),
  'order.rebuyEstimate': of(order, (id) => ({ params: { id } })),
  'order.logistics': of(sent, (id) => ({ params: { id } })),
  'pay.transfer': of(confirming, async (id, who, shop) => ({
    params: { order_id: String(id) },
    body: {
      payer: '测试药店',
      amount: 100_000,
      paid_on: '2026-11-01',
      upload_id: who.name === 'visitor' ? 'none' : await fileOf(who, shop, 'voucher'),
    },
  })),
  'pay.creditCreate': of(bill, (id) => ({ body: { bill_ids: [id], method: 'balance' } })),
  'pay.creditPay': of(repayment, (no) => ({ body: { no } })),
  'pay.creditCheck': of(repayment, (no) => ({ body: { no } })),
  'return.choices': of(sent, (order_id) => ({ params: { order_id } })),
  'return.list': lists(claim(1), ids),
  'return.estimate': of(sent, (order_id) => ({ body: { order_id, kind: 3 } })),
  'return.create': of(sent, (order_id) => ({ body: { order_id, kind: 3, reason: '破损', lines: [] } })),
  'return.detail': of(claim(1), (id) => ({ params: { id } })),
  'return.cancel': of(claim(1), (id) => ({ params: { id } })),
  'return.ship': of(claim(1, 20), (id) => ({
    params: { id },
    body: { carrier: '测试快递', tracking_no: 'BACK01' },
  })),
  'after-sales.list': lists(claim(11), ids),
  'after-sales.create': of(sent, async (order_id, _who, shop) => {
    const line = await shop.db
      .selectFrom('line_batches')
      .innerJoin('order_lines', 'order_lines.id', 'line_batches.line_id')
      .where('order_id', '=', order_id)
      .select(['line_id', 'batch_id'])
      .executeTakeFirst();
    const lines = [{ id: `${line?.line_id ?? 1}-${line?.batch_id ?? 1}`, number: 1 }];
    return { body: { order_id, kind: 11, reason: '破损', lines } };
  }),
  'after-sales.detail': of(claim(11), (id) => ({ params: { id } })),
  'after-sales.cancel': of(claim(11), (id) => ({ params: { id } })),
  'after-sales.ship': of(claim(11, 20), (id) => ({
    params: { id },
    body: { carrier: '测试快递', tracking_no: 'BACK01' },
  })),
  'hmdd.list': lists(receipt(10), ({ list }) => list.map(({ order_id }) => order_id)),
  'hmdd.send': of(receipt(10), async (order_id, who, shop) => ({
    body: { order_id, upload_ids: [who.name === 'visitor' ? 'none' : await fileOf(who, shop, 'receipt')] },
  })),

  'ops-order.list': {},
  'ops-order.detail': of({ ...paid, shared: true }, (id) => ({ params: { id } })),
  'ops-order.confirmTransfer': of({ ...transferred, shared: true }, (id) => ({
    params: { id },
    body: { accepted: 1, reason: '' },
  })),
  'ops-order.review': of({ ...reviewing, shared: true }, (id) => ({
    params: { id },
    body: { accepted: 1, reason: '' },
  })),
  'ops-order.close': of({ ...paid, shared: true }, (id) => ({
    params: { id },
    body: { reason: '买家不要了' },
  })),
  'ops-order.judgeCancel': of({ ...asked, shared: true }, (id) => ({
    params: { id },
    body: { accepted: 0, reply: '已经出库' },
  })),
  'ops-order.repick': of({ ...paid, shared: true }, async (id, _who, shop) => {
    const held = await shop.db
      .selectFrom('line_batches')
      .innerJoin('order_lines', 'order_lines.id', 'line_batches.line_id')
      .where('order_id', '=', id)
      .select(['line_id', 'batch_id', 'line_batches.number'])
      .executeTakeFirst();
    const parts = [{ id: held?.batch_id ?? 1, number: held?.number ?? 1 }];
    return { params: { id }, body: { line_id: held?.line_id ?? 1, parts } };
  }),
  'ops-order.ship': of({ ...paid, shared: true }, (id) => ({
    params: { id },
    body: { carrier: '测试物流', tracking_no: 'T0001' },
  })),
  'ops-order.short': of({ ...paid, shared: true }, async (id, _who, shop) => {
    const line = await shop.db
      .selectFrom('order_lines')
      .where('order_id', '=', id)
      .select('id')
      .executeTakeFirst();
    return { params: { id }, body: { line_id: line?.id ?? 1, number: 1 } };
  }),
  'ops-order.track': of({ ...sent, shared: true }, async (id, _who, shop) => {
    const parcel = await shop.db
      .selectFrom('parcels')
      .where('order_id', '=', id)
      .select('id')
      .executeTakeFirst();
    return { params: { id }, body: { parcel_id: parcel?.id ?? 1, text: '正在派送' } };
  }),
  'ops-order.bulkPreview': { send: { body: { act: 'approve', ids: [1] } }, acts: 0 },
  'ops-order.bulk': of({ ...reviewing, shared: true }, (id) => ({ body: { act: 'approve', ids: [id] } })),
  'ops-order.recentBulk': {},
  'ops-order.undoBulk': { send: { params: { id: 999_999 } }, refuses: 404, acts: 0 },
  'ops-claim.list': { send: { query: { family: 'return' } } },
  'ops-claim.detail': of({ ...claim(1), shared: true }, (id) => ({ params: { id } })),
  'ops-claim.judge': of({ ...claim(1), shared: true }, (id) => ({
    params: { id },
    body: { accepted: 1, reply: '' },
  })),
  'ops-hmdd.list': {},
  'ops-hmdd.judge': of({ ...receipt(20), shared: true }, (id) => ({
    params: { id },
    body: { accepted: 1, reason: '' },
  })),
  'ops-balance.list': {},
  'ops-balance.log': { send: (who) => ({ params: { id: Math.max(who.companyId, 1) } }) },
  'ops-balance.book': {
    send: (who) => ({
      params: { id: Math.max(who.companyId, 1) },
      body: { kind: 'top_up', amount: 1, memo: '银行流水 1' },
    }),
  },
  'ops-credit.list': {},
  'ops-credit.bills': { send: (who) => ({ params: { id: Math.max(who.companyId, 1) } }) },
  'ops-credit.save': { send: { body: { company: 'demo', limit: 1000, term_days: 30, enabled: 1 } } },
  'ops-refund.list': {},
  'ops-refund.paid': of({ ...refund('bank'), shared: true }, (id) => ({
    params: { id },
    body: { reference: 'BANK01' },
  })),
  'ops-refund.toBalance': of({ ...refund('source'), shared: true }, (id) => ({ params: { id } })),
  'ops-invoice.orders': of({ ...overdrawn, shared: true }, (id) => ({ params: { id } })),
  'ops-invoice.red': of({ ...overdrawn, shared: true }, (id) => ({
    params: { id },
    body: { number: 'RED0001' },
  })),
  'ops-incident.list': {},
  'ops-incident.settle': of({ ...incident, shared: true }, (id) => ({
    params: { id },
    body: { note: '已原路退回' },
  })),
  'ops-books.list': {},
  'ops-books.run': {},
});
