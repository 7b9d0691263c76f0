import { START } from '../../support/store.ts';
import type { Maker } from '../rows.ts';
import { defineRows, lists, of } from '../rows.ts';

const message: Maker = {
  async make({ memberId }, { db }) {
    const { id } = await db
      .insertInto('messages')
      .values({
        kind: 'order',
        title: '已发货',
        body: '已发货',
        audience: 'one',
        member_id: memberId,
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'messages',
};

export default defineRows({
  'message.list': lists(message, ({ list }) => list.map(({ id }) => id)),
  'message.read': of(message, (id) => ({ body: { ids: [id] } })),
  'chat.list': {},
  'chat.send': { send: { body: { text: '您好' } } },
  'chat.seen': {},
});
