import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { made, ok, refuse } from '../../../kernel/result/answer.ts';
import { addressOption, listAddresses, readAddress } from '../addresses/read.ts';
import { addAddress, changeAddress, chooseDefault, removeAddress } from '../addresses/write.ts';

const NO_SUCH_ADDRESS = { message: '地址不存在' };

/** Delivery addresses (domain §6). A company can access only its own. */
export default defineRoutes({
  'address.list': async ({ db, visitor }) => {
    const list = await listAddresses(db, memberOf(visitor).companyId);
    return ok({ list, options: list.map(addressOption) });
  },

  'address.detail': async ({ db, visitor, params }) => {
    const address = await readAddress(db, memberOf(visitor).companyId, params.id);
    return address ? ok(address) : refuse('notFound', NO_SUCH_ADDRESS);
  },

  'address.create': ({ transaction, visitor, body, now }) =>
    transaction(async (db) => {
      const added = await addAddress(db, memberOf(visitor).companyId, body, now);
      return typeof added === 'number' ? made({ id: added }, '地址已保存') : added;
    }),

  'address.update': ({ transaction, visitor, params, body }) =>
    transaction(async (db) => {
      const changed = await changeAddress(db, memberOf(visitor).companyId, params.id, body);
      if (typeof changed !== 'boolean') return changed;
      return changed ? ok({ id: params.id }, '地址已保存') : refuse('notFound', NO_SUCH_ADDRESS);
    }),

  'address.remove': ({ transaction, visitor, params }) =>
    transaction(async (db) =>
      (await removeAddress(db, memberOf(visitor).companyId, params.id))
        ? ok({ id: params.id }, '地址已删除')
        : refuse('notFound', NO_SUCH_ADDRESS),
    ),

  'address.choose': ({ transaction, visitor, params }) =>
    transaction(async (db) =>
      (await chooseDefault(db, memberOf(visitor).companyId, params.id))
        ? ok({ id: params.id }, '已设为默认地址')
        : refuse('notFound', NO_SUCH_ADDRESS),
    ),
});
