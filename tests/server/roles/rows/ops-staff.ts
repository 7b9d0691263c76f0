import { makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { defineRows, type Maker, of } from '../rows.ts';

let made = 0;

/** A colleague whom nobody else needs. */
const colleague: Maker = {
  async make(_owner, { db }) {
    made += 1;
    const { id } = await makeMember(db, START, { username: `colleague-${made}`, staff: true });
    return id;
  },
  table: 'members',
};

/** Staff whose second factor is not set up: what it takes a code of it for is refused, and nothing is written down. */
const NO_FACTOR = { send: { body: { code: '123456' } }, acts: 0 };

export default defineRows({
  // Nobody here stands between the password and the second factor.
  'login-factor.status': {},
  'login-factor.verify': { refuses: 401, send: { body: { code: '123456' } } },
  'login-factor.begin': { refuses: 401 },
  'login-factor.confirm': { refuses: 401, send: { body: { code: '123456' } } },
  'ops-factor.status': {},
  'ops-factor.begin': { acts: 0 },
  'ops-factor.confirm': { ...NO_FACTOR, refuses: 422 },
  'ops-factor.codes': { ...NO_FACTOR, refuses: 422 },
  'ops-factor.remove': { ...NO_FACTOR, refuses: 422 },
  'ops-staff.list': {},
  'ops-staff.create': {
    send: { body: { username: 'new-colleague', name: '新同事', password: 'Colleague#2026' } },
  },
  'ops-staff.reset_factor': of(colleague, (id) => ({ params: { id } })),
  'ops-staff.disable': of(colleague, (id) => ({ params: { id } })),
  'ops-staff.enable': of(colleague, (id) => ({ params: { id } })),
});
