import { START } from '../../support/store.ts';
import { defineRows, type Maker, of } from '../rows.ts';

let made = 0;

/** Another login of its owner. */
const session: Maker<string> = {
  async make({ memberId, companyId }, { db }) {
    made += 1;
    const id = made.toString(16).padStart(64, '0');
    await db
      .insertInto('sessions')
      .values({
        id,
        member_id: memberId,
        company_id: companyId,
        address: '192.0.2.1',
        agent: 'another browser',
        created_at: START,
        expires_at: START + 86_400,
      })
      .execute();
    return id;
  },
  absent: 'f'.repeat(64),
  table: 'sessions',
};

export default defineRows({
  'session.list': {},
  'session.end': of(session, (id) => ({ body: { id } })),
  'session.endOthers': { throwaway: true },
});
