import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo } from 'react';
import { useRevalidator } from 'react-router-dom';
import { nowAtom } from '#runtime/clock.ts';
import { closedTo } from '../guard.ts';
import { useShop } from '../shop.ts';
import { useVisit } from '../use-visit.ts';

/** A page that closes while it is open is left as if it had been opened then: its loader sends the reader on. */
export function usePageSchedule(): void {
  const { view } = useVisit();
  const { session } = useShop();
  const { revalidate } = useRevalidator();
  const closedAtom = useMemo(
    () => atom((get) => closedTo(view, session.site, get(nowAtom)) !== null),
    [view, session],
  );
  const closed = useAtomValue(closedAtom);
  useEffect(() => {
    if (closed) void revalidate();
  }, [closed, revalidate]);
}
