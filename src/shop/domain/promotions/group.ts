import { formatFen } from '../format.ts';
import { definePromotion } from './kind.ts';
import { oneOf, RuleProblem, whole } from './read-rule.ts';
import { specialOffers } from './special-price.ts';

/** 拼团: a team by units or by stores within some hours, paid to join; one that does not fill pays back (domain §3). */
export default definePromotion({
  kind: 'group',
  name: '拼团',
  stage: 'team',
  bars: ['hm', 'controlled'],
  couponAllowed: false,
  marked: true,
  form: {
    fields: [
      {
        name: 'by',
        label: '怎样成团',
        kind: 'radio',
        required: true,
        options: [
          { value: 'units', label: '按件数' },
          { value: 'stores', label: '按家数' },
        ],
      },
      { name: 'need', label: '需要多少', kind: 'number', required: true, min: 2, max: 999_999, half: true },
      {
        name: 'hours',
        label: '几小时内成团',
        kind: 'quantity',
        required: true,
        min: 1,
        max: 720,
        half: true,
        hint: '未成团自动退款',
      },
    ],
    roles: ['goods'],
    goodsFields: ['price', 'stock', 'limit'],
    goodsFieldRoles: ['goods'],
    requiredGoodsFields: ['price'],
    everything: false,
    limited: false,
  },
  read: (fields, offers) => {
    const rule = {
      by: oneOf(fields, 'by', ['units', 'stores']),
      need: whole(fields, 'need', { min: 2, max: 999_999 }),
      hours: whole(fields, 'hours', { min: 1, max: 720 }),
    };
    const [good, another] = specialOffers(offers);
    if (!good || another) throw new RuleProblem('goods', '一个拼团只能有一种商品');
    return { ...rule, good };
  },
  words: ({ by, need, hours }) => [
    by === 'units' ? `满 ${need} 件成团` : `满 ${need} 家成团`,
    `开团后 ${hours} 小时内未成团，自动退款`,
  ],
  prices: ({ good }) => [`${good.name} 拼团价 ${formatFen(good.price)}`],
  effect: ({ by, need, hours }) => ({ stage: 'team', by, need, hours }),
});
