import { gaps, intersection, isBounded, type Window } from '../schedule/window.ts';
import type { Pointer } from '../source/pointer.ts';
import type { FileFacts } from './facts.ts';

/** A place of a page that is open and shows nothing for a while. */
export interface BareTime {
  file: string;
  /** A list of blocks, or the `slot` of a block. */
  pointer: Pointer;
  owner: string;
  /** The slot that has no ads then; undefined where it is a list whose blocks are all closed. */
  slot: string | undefined;
  /** When the place is open. */
  open: Window;
  windows: readonly Window[];
}

/** Where, from a moment (ms) on, lists of blocks and slots are empty while their page is open. */
export function bareTimes(facts: readonly FileFacts[], at: number): BareTime[] {
  const bareIn = (open: Window, parts: readonly Window[]) =>
    gaps(intersection(open, { from: at, until: Infinity }), parts);
  const zones = facts
    .flatMap((file) => file.zones)
    .map(({ blocks, ...zone }) => ({ ...zone, slot: undefined, windows: bareIn(zone.open, blocks) }));
  const placements = Map.groupBy(
    facts.flatMap((file) => file.placements),
    ({ slot, owner, file }) => `${file} ${owner} ${slot}`,
  );
  const slots = [...placements.values()].flatMap((places) => {
    const [first] = places;
    if (first === undefined || !isBounded(first.around)) return [];
    const { file, pointer, owner, slot, around: open } = first;
    return [
      {
        file,
        pointer,
        owner,
        slot,
        open,
        windows: bareIn(
          open,
          places.map(({ own }) => own),
        ),
      },
    ];
  });
  return [...zones, ...slots].filter(({ windows }) => windows.length > 0);
}
