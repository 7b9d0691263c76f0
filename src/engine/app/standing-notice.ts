import { escapeHtml } from '#engine/runtime/escape-html.ts';

/** What a shop says of itself above every page: that it is a demo, for example. */
export interface StandingNotice {
  label: string;
  text: string;
}

/** In the flow of the page, so that it covers nothing. */
export const NOTICE_RULES = [
  '.standing-notice{padding:4px 16px;background:#7a3b00;color:#fff;font:13px/1.5 sans-serif;text-align:center}',
  '.standing-notice b{margin-inline-end:8px}',
  '@media (width<48rem){.standing-notice{padding:2px 8px;font-size:12px}}',
  '@media print{.standing-notice{display:none}}',
].join('');

/** A line that takes no focus: the way to the content stays the first thing that the keyboard reaches. */
export const noticeBar = ({ label, text }: StandingNotice): string =>
  `<aside class="standing-notice" aria-label="${escapeHtml(label)}"><b>${escapeHtml(label)}</b>${escapeHtml(text)}</aside>`;
