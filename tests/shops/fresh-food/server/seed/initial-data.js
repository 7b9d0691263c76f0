import { dummyPaymentHandler, LanguageCode } from '@vendure/core';

const kind = (...names) => [
  {
    code: 'facet-value-filter',
    args: { facetValueNames: names.map((name) => `品类:${name}`), containsAny: true },
  },
];

/** 大类 -> 小类, with the slugs that the shop's addresses have. */
const TREE = [
  ['蔬菜', 'shucai', '清晨采收，当天到家', { 叶菜: 'yecai', 根茎: 'genjing', 瓜果菌菇: 'guaguo' }],
  ['水果', 'shuiguo', '树上熟的时令鲜果', { 国产水果: 'guochan', 进口水果: 'jinkou' }],
  ['肉禽', 'rouqin', '检疫齐全，冷链直达', { 猪肉: 'zhurou', 牛羊肉: 'niuyang', 禽蛋: 'qindan' }],
  ['海鲜', 'haixian', '鲜活打包，次日上桌', { 鱼: 'yu', 虾蟹: 'xiaxie', 贝类: 'beilei' }],
];

export const initialData = {
  defaultLanguage: LanguageCode.zh_Hans,
  defaultZone: '中国',
  countries: [{ name: '中国', code: 'CN', zone: '中国' }],
  taxRates: [{ name: '生鲜', percentage: 9 }],
  shippingMethods: [{ name: '冷链宅配', price: 800, taxRate: 0 }],
  paymentMethods: [
    {
      name: '在线支付',
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: TREE.flatMap(([name, slug, description, kinds]) => [
    { name, slug, description, filters: kind(...Object.keys(kinds)) },
    ...Object.entries(kinds).map(([inner, innerSlug]) => ({
      name: inner,
      slug: innerSlug,
      parentName: name,
      filters: kind(inner),
    })),
  ]),
};
