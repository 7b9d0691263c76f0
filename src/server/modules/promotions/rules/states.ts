import { DAY } from '#shop/domain/calendar.ts';

/** How long before its start and after its end a promotion is listed, in seconds: a week. */
const LISTED_MARGIN = 7 * DAY;

export type Stage = 'coming' | 'open' | 'ended';

/** State of a promotion at `now` (seconds). `endsAt` null: without end. */
export function stageOf(startsAt: number, endsAt: number | null, now: number): Stage {
  if (now < startsAt) return 'coming';
  return endsAt !== null && now >= endsAt ? 'ended' : 'open';
}

/** The moments between which a promotion must start before and end after, to be listed at `now`. */
export function listedAround(now: number): { startsBefore: number; endsAfter: number } {
  return { startsBefore: now + LISTED_MARGIN, endsAfter: now - LISTED_MARGIN };
}

const RANK: Record<Stage, number> = { open: 0, coming: 1, ended: 2 };

/** Open ones first, then coming ones by their start, then ended ones. */
export function byStage<Listed extends { state: Stage; starts_at: number; id: number }>(
  list: readonly Listed[],
): Listed[] {
  return list.toSorted((a, b) => RANK[a.state] - RANK[b.state] || a.starts_at - b.starts_at || a.id - b.id);
}
