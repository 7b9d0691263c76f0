import type { TestApp } from '../../support/app.ts';
import type { Actor } from '../actors.ts';
import { goods, order } from '../objects.ts';
import { defineRows, lists, type Maker, of } from '../rows.ts';

type Table = 'order_lists' | 'goods_alerts' | 'wanted_goods' | 'feedbacks' | 'tasks' | 'invoices';

/** A maker that writes one row for its owner, straight into its table. */
function rowIn(table: Table, valuesOf: (owner: Actor, shop: TestApp) => Promise<object> | object): Maker {
  return {
    async make(owner, shop) {
      const values = { company_id: owner.companyId, created_at: 1, ...(await valuesOf(owner, shop)) };
      const { id } = await shop.db
        .insertInto(table)
        .values(values as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    table,
  };
}

let made = 0;
const unique = () => {
  made += 1;
  return `清单 ${made}`;
};

const list = rowIn('order_lists', () => ({ name: unique(), updated_at: 1 }));
const alert = rowIn('goods_alerts', async (owner, shop) => ({
  member_id: owner.memberId,
  goods_id: await goods.make(owner, shop),
  kind: 'price',
  base_fen: 1000,
}));
const wanted = rowIn('wanted_goods', (owner) => ({
  member_id: owner.memberId,
  name: '复方丹参滴丸',
  maker: '',
  spec: '',
  number: 1,
  note: '',
}));
const feedback = rowIn('feedbacks', (owner) => ({
  member_id: owner.memberId,
  kind: 'other',
  text: '希望早点发货',
  files: [],
  phone: '',
}));
const report: Maker = {
  async make(owner, shop) {
    const goods_id = await goods.make(owner, shop);
    const { id } = await shop.db
      .insertInto('batch_reports')
      .values({ goods_id, batch_number: 'B1', upload_id: null, created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'batch_reports',
  shared: true,
};
const task = rowIn('tasks', (owner) => ({
  member_id: owner.memberId,
  kind: 'export',
  title: '导出',
  input: '{}',
  expires_at: 9_999_999_999,
}));
/** A task that failed, of an owner who has no others under way. */
const failedTask = rowIn('tasks', async (owner, shop) => {
  await shop.db.updateTable('tasks').set({ state: 'done' }).where('member_id', '=', owner.memberId).execute();
  return {
    member_id: owner.memberId,
    kind: 'export',
    title: '导出',
    input: '{}',
    state: 'failed',
    expires_at: 9_999_999_999,
  };
});
const invoice = rowIn('invoices', (owner) => ({
  member_id: owner.memberId,
  kind: 'normal',
  title: '抬头',
  tax_number: '',
  address: '',
  bank: '',
  email: '',
  amount_fen: 1000,
}));

/** An order of which a part was sent. */
const sent: Maker = {
  async make(owner, shop) {
    const id = await order.make(owner, shop);
    const { id: parcel } = await shop.db
      .insertInto('parcels')
      .values({ order_id: id, carrier: '演示快递', tracking_no: 'YS1', shipped_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const line = await shop.db
      .selectFrom('line_batches')
      .innerJoin('order_lines', 'order_lines.id', 'line_batches.line_id')
      .where('order_id', '=', id)
      .select(['line_id', 'batch_id', 'line_batches.number'])
      .executeTakeFirstOrThrow();
    await shop.db
      .insertInto('parcel_lines')
      .values({ parcel_id: parcel, ...line })
      .execute();
    return id;
  },
  table: 'orders',
};

const CSV = () => new File(['编码,数量\nNOPE,1\n'], 'a.csv');

export default defineRows({
  'user.user_money': {},
  'user.user_money_log': {},
  'user.points_log': {},
  'user.user_credit': {},
  'user.user_credit_list': {},
  'goods.locate': { send: { query: { barcode: '2900000000001' } } },
  'user.fast_buy': {},
  'user.fast_find': { send: { query: { keywords: '商品' } } },
  'user.fast_match': { send: { body: { text: 'NOPE,1' } } },
  'user.fast_add': of(goods, (id) => ({ body: { lines: [{ goods_id: id, number: 1 }] } })),
  'cart.import': { send: () => ({ body: { file: CSV() } }) },
  'list.all': lists(list, ({ list: all }) => all.map(({ id }) => id)),
  'list.detail': of(list, (id) => ({ params: { id } })),
  'list.create': [
    { send: () => ({ body: { name: unique() } }) },
    of(order, (id) => ({ body: { name: unique(), order_id: id } })),
  ],
  'list.rename': of(list, (id) => ({ params: { id }, body: { name: unique() } })),
  'list.remove': of(list, (id) => ({ params: { id } })),
  'list.add': of(list, async (id, who, shop) => ({
    body: { list_id: id, goods: [{ goods_id: await goods.make(who, shop), number: 2 }] },
  })),
  'list.drop': of(list, (id) => ({ params: { id }, body: { goods_ids: [1] } })),
  /* An empty list has nothing to buy. */
  'list.buy': of(list, (id) => ({ params: { id }, body: {} }), { refuses: 422 }),
  'favorite.buy': of(goods, (id) => ({ body: { goods_ids: [id] } })),
  'alert.list': lists(alert, ({ list: all }) => all.map(({ id }) => id)),
  'alert.add': of(goods, (id) => ({ body: { goods_id: id, kind: 'price' } }), {
    refuses: { member: 403 },
  }),
  'alert.remove': of(alert, (id) => ({ body: { ids: [id] } })),
  'user.buy_list': lists(wanted, ({ list: all }) => all.map(({ id }) => id)),
  'user.buy': { send: { body: { name: '复方丹参滴丸', number: 3 } } },
  'user.buy_info': of(wanted, (id) => ({ params: { id } })),
  'user.buy_close': of(wanted, (id) => ({ params: { id } })),
  'user.feedback': { send: { body: { kind: 'other', text: '希望早点发货' } } },
  'user.feedback_list': lists(feedback, ({ list: all }) => all.map(({ id }) => id)),
  'report.filter': {},
  'report.zip': of(report, (id) => ({ body: { ids: [id] } }), { throwaway: true }),
  'invoice.orders': {},
  'invoice.list': lists(invoice, ({ list: all }) => all.map(({ id }) => id)),
  'invoice.defaults': {},
  /* No order of these is completed: another's and one's own are refused alike. */
  'invoice.create': of(
    order,
    (id) => ({ body: { order_ids: [id], kind: 'normal', title: '抬头', tax_number: '91420100MA4KXXXX1T' } }),
    { refuses: 422 },
  ),
  'task.list': lists(task, ({ list: all }) => all.map(({ id }) => id)),
  'task.detail': of(task, (id) => ({ params: { id } })),
  'task.cancel': of(task, (id) => ({ params: { id } })),
  'task.restart': of(failedTask, (id) => ({ params: { id } })),
  'statement.months': {},
  'statement.detail': { send: { params: { month: '2026-11' } } },
  'document.sheet': of(order, (id) => ({ params: { id } })),
  'document.delivery': of(sent, (id) => ({ params: { id } })),
  'ops-invoice.list': {},
  'ops-invoice.issue': of(invoice, (id) => ({ params: { id }, body: {} })),
  'ops-invoice.end': of(invoice, (id) => ({ params: { id }, body: { to: 'rejected', reason: '抬头有误' } })),
  'ops-report.list': {},
  'ops-report.save': {
    send: { body: { goods_id: 999_999, batch_number: 'B1', file: 'none' } },
    refuses: 404,
    acts: 0,
  },
  'ops-report.remove': { send: { body: { goods_id: 999_999, batch_number: 'B1' } }, refuses: 404, acts: 0 },
  'ops-wanted.list': {},
  'ops-wanted.answer': of(wanted, (id) => ({
    params: { id },
    body: { state: 'seeking', reply: '正在联系' },
  })),
  'ops-feedback.list': {},
  'ops-feedback.answer': of(feedback, (id) => ({ params: { id }, body: { reply: '谢谢' } })),
  'ops-document.read': of(order, (id) => ({ params: { kind: 'sheet', id } })),
  'ops-export.start': { send: { body: { what: 'stock' } } },
});
