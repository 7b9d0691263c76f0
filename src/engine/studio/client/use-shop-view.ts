import { useCallback, useState } from 'react';
import { addressOf, type View } from './view-bar.tsx';

/** How the shop is looked at, and where it has come to. */
export interface ShopView {
  view: View;
  look: (next: Partial<View>) => void;
  address: string;
  /** The page that the shop shows, which may be another than was asked for. */
  shownPath: string;
  /** The shop has answered with another page than was asked for. */
  isElsewhere: boolean;
  /** Somebody has gone from the page that was asked for by links. */
  hasWalked: boolean;
  /** The page that the shop shows; until it answers, the one that it is on its way to. */
  displayedPath: string;
  /** The shop shows a page now, in a document that began to load at this time. */
  onAddress: (shown: string, began: number) => void;
}

/** What was requested, and since when: milliseconds of the epoch, as precise as `performance.timeOrigin` of a document. */
interface ViewRequest {
  view: View;
  since: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/** The view of the shop, which begins at a page. */
export function useShopView(home: string): ShopView {
  const [{ view, since }, request] = useState<ViewRequest>(() => ({
    view: { path: home, width: '1440', reader: '', moment: '', pointing: true },
    since: 0,
  }));
  const look = useCallback((next: Partial<View>) => {
    const at = now();
    request((before) => {
      const changed = { ...before.view, ...next };
      return { view: changed, since: addressOf(changed) === addressOf(before.view) ? before.since : at };
    });
  }, []);
  const { path, pointing } = view;
  const [shownPath, setShownPath] = useState(path);
  /** The page that was asked for last, once the shop has answered. */
  const [answered, setAnswered] = useState(path);
  const address = addressOf(view);
  /** The address at which the shop has shown what it was asked for. */
  const [reached, setReached] = useState('');
  /** Where somebody has gone from there by links. */
  const [walked, setWalked] = useState<{ from: string; to: string }>();
  const hasWalked = walked?.from === address && walked.to === shownPath;
  const isElsewhere = answered === path && shownPath !== path && !hasWalked;
  const onAddress = useCallback(
    (shown: string, began: number) => {
      setShownPath(shown);
      /* The page before goes on until the next one comes. */
      if (began < since) return;
      setAnswered(path);
      if (shown === path) setReached(address);
      else if (!pointing && reached === address) setWalked({ from: address, to: shown });
    },
    [path, address, pointing, reached, since],
  );
  const displayedPath = answered === path ? shownPath : path;
  return { view, look, address, shownPath, isElsewhere, hasWalked, displayedPath, onAddress };
}
