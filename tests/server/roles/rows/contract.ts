import { START } from '../../support/store.ts';
import { defineRows, type Maker, of } from '../rows.ts';

let made = 0;

/** A contract that nobody must sign, so that orders go on. */
const contract: Maker = {
  async make(_owner, { db }) {
    made += 1;
    const { id } = await db
      .insertInto('contracts')
      .values({
        code: `c${made}`,
        version: '1',
        title: '合同',
        summary: '',
        body: '',
        is_needed: false,
        position: 1,
        published_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  shared: true,
};

export default defineRows({
  'contract.list': {},
  'contract.detail': of(contract, (id) => ({ params: { id } })),
  'contract.sign': of(contract, (id) => ({ body: { id, name: '李采购', agree: 1 } })),
});
