/** A page number, or a gap in the row of numbers. */
export type PageStop = number | 'gap-before' | 'gap-after';

/** At most nine stops: first, last, two on each side of the current page, gaps between. Pages start at 1. */
export function pageStops(page: number, last: number): PageStop[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1);
  const from = Math.max(2, Math.min(page - 2, last - 5));
  const to = Math.min(last - 1, Math.max(page + 2, 6));
  const stops: PageStop[] = [1];
  if (from > 2) stops.push('gap-before');
  for (let stop = from; stop <= to; stop += 1) stops.push(stop);
  if (to < last - 1) stops.push('gap-after');
  return [...stops, last];
}
