/** What the command says, by language. */
export const WORDS = {
  zh: {
    usage: (
      kinds: string,
      folder: string,
    ) => `用法 / usage: npm run new -- ${kinds} <名字 name> [标题 title] [--lang zh|en]
  npm run new -- activity double12 双十二大促   config/pages/…/double12.yaml, /double12
  npm run new -- page wallet/coupons          config/pages/wallet/coupons.yaml, /wallet/coupons
  npm run new -- block price-tag 价签          ${folder}/blocks/price-tag.schema.json`,
    noName: (text: string) =>
      `${text} 不能作名字\n名字就是地址：小写字母、数字与 -，以字母开头；标题写在名字后面`,
    noTitle: (title: string) => `标题里不能有标点: ${title}`,
    taken: (path: string) => `${path} 已经有了`,
    next: '接下来：',
  },
  en: {
    usage: (kinds: string, folder: string) => `usage: npm run new -- ${kinds} <name> [title] [--lang zh|en]
  npm run new -- activity winter-sale 'Winter sale'   config/pages/…/winter-sale.yaml, /winter-sale
  npm run new -- page about/us                        config/pages/about/us.yaml, /about/us
  npm run new -- block price-tag 'Price tag'          ${folder}/blocks/price-tag.schema.json`,
    noName: (text: string) =>
      `${text} is no name\nThe name is the address: lower-case letters, digits and -, beginning with a letter; the title comes after it`,
    noTitle: (title: string) => `no punctuation in a title: ${title}`,
    taken: (path: string) => `${path} exists already`,
    next: 'Next:',
  },
};
