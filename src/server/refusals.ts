/**
 * The one catalogue of refusals: what the server declines to do, with its code and the words for the buyer.
 * The code is also the HTTP status. Faults are not here: they are thrown and answered as 500. `retryAfter`: seconds after
 * which it is worth to try again, sent as `Retry-After`.
 */
export const REFUSALS = {
  invalid: { code: 422, message: '提交的内容有误' },
  malformed: { code: 400, message: '请求的格式有误' },
  tooLarge: { code: 413, message: '提交的内容过大' },
  notFound: { code: 404, message: '内容不存在或已下架' },
  noSuchCall: { code: 404, message: '接口不存在' },
  loginRequired: { code: 401, message: '请先登录' },
  loginFailed: { code: 401, message: '用户名或密码错误' },
  accountDisabled: { code: 403, message: '账号已停用，请联系客户经理或拨打服务热线' },
  approvalRequired: { code: 403, message: '认证后可用' },
  forbidden: { code: 403, message: '没有权限' },
  foreignOrigin: { code: 403, message: '请求来源不被允许' },
  contractRequired: { code: 459, message: '请先签署电子合同' },
  noChance: { code: 409, message: '抽奖次数已用完，完成订单可再得一次' },
  tooManyRequests: { code: 429, message: '操作过于频繁，请稍后再试' },
  loginSlowed: { code: 429, message: '登录失败次数过多，请 15 分钟后再试' },
  smsTooSoon: { code: 429, message: '请稍后再获取验证码' },
  smsTooMany: { code: 429, message: '今天获取验证码的次数已用完，请明天再试' },
  smsUnavailable: { code: 409, message: '短信服务尚未开通，请拨打客服热线' },
  resetExpired: { code: 409, message: '重置密码的时间已过，请重新验证手机号' },
  registrationClosed: { code: 409, message: '资料已经提交，正在审核或已通过，不能再改' },
  registrationIncomplete: { code: 409, message: '请先填写企业资料' },
  registrationTaken: { code: 409, message: '这家单位已在平台登记' },
  reviewed: { code: 409, message: '这份资料已经审核过，请刷新' },
  reviewIncomplete: { code: 409, message: '还有证照没有审核' },
  wechatTaken: { code: 409, message: '这个微信已绑定其他账号' },
  wechatExpired: { code: 409, message: '微信授权已过期，请重新扫码' },
  wechatUnavailable: { code: 409, message: '微信登录尚未开通' },
  inUse: { code: 409, message: '还在使用，不能删除' },
  storeOfChain: { code: 409, message: '门店不能再登记门店，请由总部登记' },
  storeBound: { code: 409, message: '这家门店没有自己的账号' },
  duplicate: { code: 409, message: '相同的请求正在处理' },
  streamsOfSession: {
    code: 429,
    message: '打开的页面过多，请关闭一些；其余页面不会自动更新',
    retryAfter: 30,
  },
  streamsOfAddress: { code: 429, message: '您所在的网络打开的页面过多，这一页不会自动更新', retryAfter: 30 },
  streamsFull: { code: 503, message: '访问的人较多，这一页暂不自动更新', retryAfter: 30 },
  unavailable: { code: 503, message: '系统暂时无法访问，请稍候再试', retryAfter: 1 },
  overloaded: { code: 503, message: '访问的人较多，请稍候再试', retryAfter: 2 },
  outcomeUnknown: {
    code: 504,
    message: '连接中断，暂时无法确认这次操作是否完成，请刷新核对后再操作',
    retryAfter: 1,
  },
  keyReused: { code: 422, message: '重复提交的内容与之前不同' },
} as const satisfies Record<string, { code: number; message: string; retryAfter?: number }>;

export type RefusalName = keyof typeof REFUSALS;
