import { PASSWORD } from '../../support/members.ts';
import { defineRows } from '../rows.ts';

export default defineRows({
  'user.base': { check: ({ data }, { username }) => expectOwn(data.username, username) },
  'user.login': {
    throwaway: true,
    send: ({ username }) => ({ body: { username: username || 'demo', password: PASSWORD } }),
  },
  'user.logout': { throwaway: true },
  'user.resetPassword': { throwaway: true, send: { body: { password: 'Another@2026' } } },
  'user.erase': { throwaway: true, send: { body: { current: PASSWORD } }, refuses: { staff: 403 } },
  'user.overview': {},
  'user.profile': { check: ({ data }, { username }) => expectOwn(data.username, username) },
  'user.jyfw': {},
  'user.updateUserInfo': { send: { body: { name: '李采购' } } },
  'user.phone': { send: { params: { value: '13900000000' } } },
});

function expectOwn(shown: string, own: string): void {
  if (shown !== own) throw new Error(`${own} was shown ${shown}`);
}
