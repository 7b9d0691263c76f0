/** Message for a link target that is not allowed. */
export const BAD_LINK_TARGET = '地址应以 / 或 https:// 开头；写 #文字 表示点开后只提示这句话';

/**
 * Whether a link of the shop may have this target: a page of the shop, another site by http(s), a message after `#`, or
 * nothing (spec §8).
 */
export function isLinkTarget(url: string): boolean {
  if (url === '' || url.startsWith('#')) return true;
  if (url.startsWith('/')) return !/^\/[/\\]/.test(url) && !/[\s\\]/.test(url);
  return /^https?:\/\/[^\s\\]+$/i.test(url) && URL.canParse(url);
}
