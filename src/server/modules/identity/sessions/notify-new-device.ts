import { formatDateTime } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';

const devicesPage = pageLink('dlsb');

export interface NewSession {
  memberId: number;
  address: string;
  agent: string;
  now: number;
}

/**
 * Tells a member of a login from a browser that none of their present sessions is in. Call it before the session is stored.
 * The only session of a member is news to nobody.
 */
export async function notifyNewDevice(db: Db, { memberId, address, agent, now }: NewSession): Promise<void> {
  const earlier = await db
    .selectFrom('sessions')
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .select('agent')
    .execute();
  if (earlier.length === 0 || earlier.some((session) => session.agent === agent)) return;
  await sendMessage(
    db,
    { audience: 'one', id: memberId },
    {
      kind: 'account',
      title: '账号在新的设备上登录',
      body: `${formatDateTime(now)}，账号从网络地址 ${address} 登录，浏览器：${agent || '未知'}。不是您本人的话，请退出该设备并修改密码。`,
      url: devicesPage(),
    },
    { author: null, now },
  );
}
