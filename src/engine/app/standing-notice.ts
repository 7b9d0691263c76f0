import { escapeHtml } from './escape-html.ts';

/** What a shop says of itself above every page: that it is a demo, for example. Folded, its label is left. */
export interface StandingNotice {
  label: string;
  text: string;
}

/** In the flow of the page, so that it covers nothing; a finger needs 44 px. */
export const NOTICE_RULES = [
  '.standing-notice{background:#7a3b00;color:#fff;font:13px/1.5 sans-serif;text-align:center}',
  '.standing-notice summary{display:flex;gap:0 8px;align-items:center;justify-content:center;',
  'min-height:28px;padding:2px 16px;cursor:pointer;list-style:none}',
  '.standing-notice summary::-webkit-details-marker{display:none}',
  '.standing-notice summary::after{content:"▾"}',
  '.standing-notice [open] summary::after{content:"▴"}',
  '.standing-notice details:not([open]) span{display:none}',
  '.standing-notice summary:focus-visible{outline:2px solid #fff;outline-offset:-3px}',
  '@media (max-width:767px){.standing-notice{font-size:12px}.standing-notice summary{min-height:44px}.standing-notice b{white-space:nowrap}}',
  '@media print{.standing-notice{display:none}}',
].join('');

/** A bar that its reader folds, also before the page works. */
export const noticeBar = ({ label, text }: StandingNotice): string =>
  `<aside class="standing-notice" aria-label="${escapeHtml(label)}"><details open><summary><b>${escapeHtml(label)}</b><span>${escapeHtml(text)}</span></summary></details></aside>`;
