import { intersection, isBounded, isEmpty, type Window } from '../schedule/window.ts';
import type { FileFacts, PlacementFact } from './facts.ts';

/** Two scheduled campaigns that place one slot at the same time. */
export interface SlotClash {
  earlier: PlacementFact;
  later: PlacementFact;
  both: Window;
}

/** Which campaigns, from a moment (ms) on, share a slot. */
export function slotClashes(facts: readonly FileFacts[], at: number): SlotClash[] {
  const placements = facts
    .flatMap((file) => file.placements)
    .filter(({ shown }) => isBounded(shown) && shown.until > at);
  return [...Map.groupBy(placements, ({ slot }) => slot).values()].flatMap((rivals) => {
    const ordered = rivals.toSorted((a, b) => a.shown.from - b.shown.from);
    return ordered.flatMap((later, index) => {
      const earlier = ordered.slice(0, index).find(({ shown }) => !isEmpty(intersection(shown, later.shown)));
      if (earlier === undefined) return [];
      const both = intersection(earlier.shown, later.shown, { from: at, until: Infinity });
      return [{ earlier, later, both }];
    });
  });
}
