/** What members are notified of; each topic is switched by itself. */
export type NoticeTopic = 'order' | 'price' | 'arrival' | 'account' | 'notice';

/** Ways on which a notice comes: within the shop, by e-mail, by the browser. */
export type NoticeChannel = 'site' | 'email' | 'push';

export interface TopicTerms {
  label: string;
  hint: string;
  /** Cannot be switched off within the shop: it is about the safety of the account. */
  alwaysOnSite?: true;
}

/** In the order in which they are shown. */
export const TOPICS: Readonly<Record<NoticeTopic, TopicTerms>> = {
  order: { label: '订单状态', hint: '付款、发货、取消、退款与账单' },
  price: { label: '降价提醒', hint: '您设了提醒的商品降价时' },
  arrival: { label: '到货提醒', hint: '您等待的商品到货时' },
  account: { label: '账户与安全', hint: '新设备登录、资质与账号变更', alwaysOnSite: true },
  notice: { label: '系统通知', hint: '求购、反馈、发票的答复' },
};
