import type { Activity } from '#generated/schemas.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';

const fairPage = pageLink('yjh');
const activityPage = pageLink('hdmb');
const zonePage = pageLink('zqmb');
const controlledPage = pageLink('kxzq_goods');

/** Names of the kinds of activities. */
export const KIND_TEXTS: Readonly<Record<Activity['kind'], string>> = {
  fair: '药交会',
  activity: '活动',
  zone: '专区',
  controlled: '控销专题',
};

export const STATE_TEXTS: Readonly<Record<Activity['state'], string>> = {
  coming: '未开始',
  open: '进行中',
  ended: '已结束',
};

/** Open from its start up to its end. */
export function stateOf(
  { starts_at, ends_at }: { starts_at: number; ends_at: number },
  now: number,
): Activity['state'] {
  if (starts_at > now) return 'coming';
  return ends_at > now ? 'open' : 'ended';
}

const TONES = ['brand', 'promo', 'herb', 'amber', 'rose', 'slate'] as const satisfies Activity['tone'][];

export function toneOf(tone: string): Activity['tone'] {
  return TONES.find((known) => known === tone) ?? 'brand';
}

/** The page that shows an activity of this kind. */
const PAGES: Readonly<Record<Activity['kind'], (key: string) => string>> = {
  fair: (key) => fairPage({ id: key }),
  activity: (key) => activityPage({ id: key }),
  zone: (key) => zonePage({ id: key }),
  controlled: (key) => controlledPage({ url: key }),
};

/** URL of an activity's page. */
export function activityUrl({ kind, key }: { kind: Activity['kind']; key: string }): string {
  return PAGES[kind](key);
}
