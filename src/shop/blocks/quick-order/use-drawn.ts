import { useEffect, useState } from 'react';

/** Rows that are drawn in one go: thousands at once would keep the page from answering. */
const STEP = 300;

/** How many of so many rows are drawn by now: more with each moment that the page has. */
export function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(STEP);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const timer = setTimeout(() => setDrawn(drawn + STEP));
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return drawn;
}
