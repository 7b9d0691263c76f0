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

const SUBSCRIPTION = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

let subscriptions = 0;

/** A browser of a member, in a session of its own. */
const subscription: Maker = {
  async make({ memberId, companyId }, { db }) {
    subscriptions += 1;
    const session_id = `session of browser ${subscriptions}`;
    await db
      .insertInto('sessions')
      .values({
        id: session_id,
        member_id: memberId,
        company_id: companyId,
        address: '',
        agent: 'Firefox',
        created_at: START,
        expires_at: START + 7 * 86_400,
      })
      .execute();
    const { id } = await db
      .insertInto('push_subscriptions')
      .values({
        ...SUBSCRIPTION,
        member_id: memberId,
        session_id,
        endpoint: `https://push.example.com/browser-${subscriptions}`,
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'push_subscriptions',
};

export default defineRows({
  'message.list': lists(message, ({ list }) => list.map(({ id }) => id)),
  'message.read': of(message, (id) => ({ body: { ids: [id] } })),
  'notice.settings': {},
  'notice.choose': { send: { body: { topic: 'price', channel: 'email', on: 0 } } },
  'notice.email': { send: { body: { email: 'buyer@example.com' } }, throwaway: true },
  /* No code is out. */
  'notice.confirm': { send: { body: { code: '000000' } }, refuses: 422 },
  'notice.removeEmail': {},
  'notice.subscribe': {
    send: (who) => ({ body: { ...SUBSCRIPTION, endpoint: `https://push.example.com/${who.name}` } }),
  },
  'notice.unsubscribe': of(subscription, (id) => ({ body: { id } })),
  'notice.arrived': of(message, (id) => ({ params: { id } })),
  'dev.mails': {},
  'chat.list': {},
  'chat.send': { send: { body: { text: '您好' } } },
  'chat.seen': {},
});
