import { address } from '../objects.ts';
import { defineRows, lists, of } from '../rows.ts';

const FORM = {
  name: '王收货',
  phone: '027-88888888',
  region: '湖北省武汉市江汉区',
  detail: '演示路 8 号',
  is_default: 0,
} as const;

export default defineRows({
  'address.list': lists(address, ({ list }) => list.map(({ id }) => id)),
  'address.detail': of(address, (id) => ({ params: { id } })),
  /* A company keeps a few addresses only, and other rows made some: this is somebody new. */
  'address.create': { throwaway: true, send: { body: FORM } },
  'address.update': of(address, (id) => ({ params: { id }, body: FORM })),
  'address.choose': of(address, (id) => ({ params: { id } })),
  'address.remove': of(address, (id) => ({ params: { id } })),
});
