import { makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { address } from '../objects.ts';
import { defineRows, type Maker, of } from '../rows.ts';

let made = 0;
let levels = 20;

/** A member whom nobody else needs. */
const member: Maker = {
  async make(_owner, { db }) {
    made += 1;
    const { id } = await makeMember(db, START, { username: `looked-after-${made}` });
    return id;
  },
  table: 'members',
};

const level: Maker = {
  async make(_owner, { db }) {
    levels += 1;
    const row = { level: levels, name: `等级 ${levels}` };
    await db.insertInto('member_levels').values(row).execute();
    return row.level;
  },
};

const manager: Maker = {
  async make(_owner, { db }) {
    const { id } = await db
      .insertInto('managers')
      .values({ name: '周经理', phone: '13800000001' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'managers',
};

export default defineRows({
  'ops-member.list': {},
  'ops-member.choices': {},
  'ops-member.detail': of(member, (id) => ({ params: { id } })),
  'ops-member.save': of(member, (id) => ({ params: { id }, body: { level: 2 } })),
  'ops-member.disable': of(member, (id) => ({ params: { id }, body: { reason: '欠款' } })),
  'ops-member.enable': of(member, (id) => ({ params: { id } })),
  'ops-member.sign_out': of(member, (id) => ({ params: { id } })),
  'ops-member.license': of(address, (id) => ({ params: { id }, body: { is_licensed: 1 } })),
  'ops-level.list': {},
  'ops-level.save': { send: { body: { level: 9, name: '钻石会员' } } },
  'ops-level.remove': of(level, (id) => ({ params: { id } })),
  'ops-manager.list': {},
  'ops-manager.save': { send: { body: { name: '吴经理', phone: '13800000002' } } },
  'ops-manager.remove': of(manager, (id) => ({ params: { id } })),
});
