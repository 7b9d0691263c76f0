import { makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { store } from '../objects.ts';
import { defineRows, lists, type Maker, of } from '../rows.ts';

let made = 0;

/** An invitation that a company made for the purpose has sent. */
const invitation: Maker<string> = {
  async make(_owner, shop) {
    made += 1;
    const username = `inviter-${made}`;
    await makeMember(shop.db, START, { username });
    const { data } = await (await shop.as(username)).call('store.invite');
    return data.code;
  },
  absent: 'AAAAAAAA',
  shared: true,
};

export default defineRows({
  'store.list': lists(store, ({ list }) => list.map(({ id }) => id)),
  'store.switch': of(store, (id) => ({ body: { id } }), { throwaway: true }),
  'store.invite': { refuses: { store: 403 } },
  'store.invitation': of(invitation, (code) => ({ params: { code } })),
  'store.join': of(invitation, (code) => ({ body: { code } }), {
    throwaway: true,
    refuses: { store: 422 },
  }),
  'store.part': of(store, (id) => ({ params: { id } })),
});
