import { escapeHtml } from '#engine/runtime/escape-html.ts';
import type { PushPayload } from '#engine/runtime/push-payload.ts';
import type { SiteConfig } from '#generated/schemas.ts';
import type { Mail } from '../outside/mail/mail-sender.ts';

/** A notice as it leaves the shop. */
export interface NoticeText {
  /** Of the message that it is a copy of; null for a code. */
  messageId: number | null;
  /** The same for every attempt. */
  key: string;
  title: string;
  /** Plain text. */
  body: string;
  /** The page that it links to, as a path; empty for none. */
  url: string;
}

/** `notice.arrived`: succeeds only for the member that the message is to. */
const MEMBERS_CALL = '/api/user/notices/arrived';

const MONEY = /[¥￥]|\d\s*元/;

/** Line breaks would begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/**
 * What a browser shows: on a screen that may be locked, or of somebody else by now, so that no sum of money is in it and the
 * worker first makes sure that the member is still logged in.
 */
export function pushPayload(
  { title: shop }: SiteConfig,
  { messageId, key, title, body, url }: NoticeText,
): PushPayload {
  return {
    title: MONEY.test(title) ? shop : title,
    body: MONEY.test(body) ? '打开查看详情' : body,
    url,
    tag: key,
    confirm: `${MEMBERS_CALL}/${messageId}`,
    instead: { title: shop, body: '您有一条新消息，登录后查看' },
  };
}

/** The e-mail of a notice, as plain text and as HTML. */
export function noticeMail(
  { title: shop, origin = '' }: SiteConfig,
  { key, title, body, url }: NoticeText,
  to: string,
): Mail {
  const link = url === '' ? '' : (URL.parse(url, origin || undefined)?.href ?? '');
  const foot = `这封邮件由 ${shop} 自动发出。不想再收到，请在 会员中心 › 通知设置 里关闭。`;
  const paragraphs = body.split('\n').map((line) => `<p>${escapeHtml(line)}</p>`);
  return {
    id: key,
    to,
    subject: oneLine(`${title} - ${shop}`),
    text: [title, body, link, foot].filter(Boolean).join('\n\n'),
    html: `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><body style="font:16px/1.7 sans-serif;max-width:36em"><h1 style="font-size:20px">${escapeHtml(title)}</h1>${paragraphs.join('')}${link && `<p><a href="${escapeHtml(link)}">打开查看</a></p>`}<p style="color:#666;font-size:13px">${escapeHtml(foot)}</p></body></html>`,
  };
}
