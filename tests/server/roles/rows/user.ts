import { PASSWORD } from '../../support/members.ts';
import { defineRows } from '../rows.ts';

export default defineRows({
  'user.base': {},
  'user.login': {
    throwaway: true,
    send: ({ username }) => ({ body: { username: username || 'demo', password: PASSWORD } }),
  },
  'user.logout': { throwaway: true },
  'user.resetPassword': { throwaway: true, send: { body: { password: 'Another@2026' } } },
});
