import { START } from '../../support/store.ts';
import { defineRows, type Maker, of } from '../rows.ts';

/** A lottery with one prize, drawn as often as one likes. */
const lottery: Maker = {
  async make(_owner, { db }) {
    const { id } = await db
      .insertInto('lotteries')
      .values({
        name: '抽奖',
        rules: '规则',
        free_chances: 9,
        starts_at: START - 1,
        ends_at: START + 86_400,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('lottery_prizes')
      .values({ lottery_id: id, position: 1, name: '谢谢参与', remarks: '', kind: 'none', weight: 1 })
      .execute();
    return id;
  },
  shared: true,
};

export default defineRows({
  'draw.simple': {},
  'draw.run': of(lottery, (id) => ({ query: { id } })),
  'draw.activity': of(lottery, (id) => ({ params: { id } })),
  'draw.winners': of(lottery, (id) => ({ query: { id } })),
  'draw.record': {},
  'draw.ads': {},
});
