import { goods } from '../objects.ts';
import { defineRows, of } from '../rows.ts';

export default defineRows({
  'goods.search': { send: { query: { keywords: '阿' } } },
  'goods.hot': {},
  'goods.list': {},
  'goods.detail': of(goods, (id) => ({ params: { id } })),
  'goods.purchases': of(goods, (id) => ({ params: { id } })),
  'goods.compare': of(goods, (id) => ({ query: { ids: String(id) } })),
  'goods.spike': {},
  'goods.mine': {},
  'goods.recommended': {},
  'favorite.list': {},
  'favorite.add': of(goods, (id) => ({ body: { goods_ids: [id] } })),
  'favorite.cancel': of(goods, (id) => ({ body: { goods_ids: [id] } })),
});
