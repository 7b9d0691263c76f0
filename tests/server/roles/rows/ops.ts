import { defineRows, existing, of } from '../rows.ts';

const ad = { params: { slot: 'index' } };

export default defineRows({
  'ops.summary': {},
  'ops-system.state': {},
  'ops.trends': {},
  'ops-view.list': { send: { query: { table: 'ops_order_list' } } },
  'ops-view.save': {
    send: { body: { table: 'ops_order_list', name: '待发货', search: 'status=30' } },
    acts: 0,
  },
  'ops-view.remove': { send: { params: { id: 999_999 } }, refuses: 404, acts: 0 },
  'ops-picking.list': {},
  'ops-picking.tick': { send: { body: { batches: [999_999], picked: 1 } }, refuses: 422, acts: 0 },
  'ops-export.table': { send: { body: { table: 'nothing' } }, refuses: 404, acts: 0 },
  'ops.search': { send: { query: { keywords: '阿莫西林' } } },
  'ops.log': {},
  'ops-article.list': {},
  'ops-article.choices': {},
  'ops-article.source': of(existing(101), (id) => ({ params: { id } })),
  'ops-article.preview': { send: { body: { text: '## 标题' } }, acts: 0 },
  'ops-article.save': { send: { body: { title: '新品到货', category_id: 1, body: '正文', published: 1 } } },
  'ops-article.publish': of(existing(201), (id) => ({ params: { id }, body: { published: 0 } })),
  'ops-link.list': { send: { params: { group: 'nav' } } },
  'ops-link.save': {
    send: { params: { group: 'links' }, body: { text: '药监局', url: 'https://example.com/' } },
  },
  'ops-link.move': of(existing(2), (id) => ({ params: { group: 'hot', id }, body: { by: -1 } })),
  'ops-link.remove': of(existing(1), (id) => ({ params: { group: 'hot', id } })),
  'ops-ad.slots': {},
  'ops-ad.list': { send: ad },
  'ops-ad.save': { send: { ...ad, body: { title: '开业备货', url: '/list' } } },
  'ops-ad.move': of(existing(2), (id) => ({ params: { ...ad.params, id }, body: { by: -1 } })),
  'ops-ad.remove': of(existing(1), (id) => ({ params: { ...ad.params, id } })),
  'ops-message.list': {},
  'ops-message.send': { send: { body: { audience: 'all', title: '放假通知', body: '元旦照常发货' } } },
  'ops-chat.list': {},
  'ops-chat.thread': of(existing(1), (id) => ({ params: { id } })),
  'ops-chat.send': of(existing(1), (id) => ({ params: { id }, body: { text: '您好' } })),
  /* A mark of what was looked at is no act. */
  'ops-chat.seen': { send: { params: { id: 1 } }, acts: 0 },
});
