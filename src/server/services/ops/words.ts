import { formatDateTime } from '#domain/format.ts';

/** How the log names what staff do. */
export const ACTIONS = {
  create: '新增',
  update: '修改',
  remove: '删除',
  move: '调整顺序',
  publish: '发布',
  withdraw: '撤下',
  send: '发送',
  grant: '开放',
  revoke: '收回',
  import: '批量导入',
  approve: '通过',
  reject: '驳回',
  ship: '发货',
  pick: '换批号',
  short: '登记缺货',
  track: '记录物流',
  pay: '打款',
  check: '对账',
} as const;

/** What they do it to. */
export const SUBJECTS = {
  article: '文章',
  ad: '广告',
  links: '友情链接',
  nav: '顶部导航',
  hot: '热门搜索',
  message: '消息',
  chat: '聊天',
  registration: '注册',
  certificate: '证照',
  goods: '商品',
  brand: '品牌',
  activity: '活动',
  controlled_request: '控销申请',
  controlled_right: '控销权限',
  lottery: '抽奖',
  lottery_prize: '奖品',
  points_goods: '积分商品',
  points_order: '积分订单',
  order: '订单',
  transfer: '转账',
  claim: '退货售后',
  receipt: '含麻回执',
  credit: '账期',
  refund: '退款',
  books: '账目',
} as const;

/** Columns in words. */
export const FIELDS: Readonly<Record<string, string>> = {
  title: '标题',
  status: '状态',
  reason: '原因',
  reply: '说明',
  amount: '金额',
  carrier: '物流公司',
  tracking_no: '运单号',
  number: '数量',
  route: '去向',
  reference: '流水号',
  limit_fen: '额度（分）',
  temporary_fen: '临时额度（分）',
  temporary_until: '临时额度到期',
  term_days: '账期天数',
  enabled: '启用',
  subtitle: '副标题',
  summary: '摘要',
  body: '正文',
  category_id: '分类',
  page: '帮助页',
  published: '已发布',
  text: '文字',
  name: '文字',
  url: '地址',
  is_open: '新窗口打开',
  position: '位置',
  slot: '广告位',
  image: '图片',
  hue: '色相',
  motif: '图案',
  starts_at: '开始',
  ends_at: '结束',
  kind: '种类',
  audience: '发给谁',
  company_type: '企业类型',
  member_id: '会员编号',
  receivers: '收到的人数',
  approval: '审核',
  review_reason: '原因',
  answer: '意见',
  until: '有效至',
  goods_id: '商品编号',
  company_id: '企业编号',
  region: '地区',
};

const MOMENTS = new Set(['starts_at', 'ends_at', 'published_at', 'until']);

export function valueInWords(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'number' && MOMENTS.has(name)) return formatDateTime(value);
  return JSON.stringify(value);
}
