import type { Failure, FaultKind } from '#engine/runtime/answer.ts';

const FAULTS: Record<FaultKind, string> = {
  timeout: '等了太久，接口没有回答。',
  network: '没有连上接口。',
  malformed: '接口的回答读不懂：不是声明的样子。',
  replaced: '又试了一次，这一次不算。',
  incomplete: '地址里的参数没有填全。',
};

const STATUSES: Record<number, string> = {
  401: '要先登录，或这个身份没有权限。',
  403: '这个身份没有权限。',
  404: '没有这样的东西。',
  422: '参数不对。',
  429: '太频繁了，过一会儿再试。',
};

/** Why a call did not succeed, in words, with its code and the fields that were refused. */
export function sayFailure({ kind, code, status, message, errors = {} }: Failure): string {
  if (kind !== 'refusal') return FAULTS[kind];
  const words = message || (STATUSES[status] ?? (status >= 500 ? '接口出错了。' : '接口拒绝了。'));
  const fields = Object.entries(errors).map(([name, texts]) => `${name}：${texts.join('，')}`);
  return [`${words}（${code}）`, ...fields].join('\n');
}

/** Is nobody there to answer, so that an example has to do? */
export const isUnreachable = ({ kind, status }: Failure): boolean =>
  kind === 'network' || kind === 'timeout' || [502, 503, 504].includes(status);
