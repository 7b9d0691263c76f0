import { defineRows, existing, of } from '../rows.ts';

export default defineRows({
  'global.home': {},
  'global.config': {},
  'global.links': {},
  'focus.show': { send: { params: { name: 'index' } } },
  'focus.all': {},
  'focus.brand': { send: { params: { id: 1 } } },
  'article.categories': {},
  'article.list': {},
  'article.detail': of(existing(101), (id) => ({ params: { id } })),
  'article.help': of(existing('hyzc', 'nowhere'), (page) => ({ params: { page } })),
});
