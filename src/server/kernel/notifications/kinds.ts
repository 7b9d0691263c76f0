import type { MessageKind } from './tables.ts';

/** Kinds of messages, in the order of their tabs. */
export const KINDS: Readonly<Record<MessageKind, string>> = {
  notice: '系统通知',
  order: '订单消息',
  activity: '活动消息',
  account: '账户消息',
};
