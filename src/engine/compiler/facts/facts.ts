import type { Window } from '../schedule/window.ts';
import type { Pointer } from '../source/pointer.ts';
import type { ClosedSide, NameNode } from '../walk/nodes.ts';

/** Something in a file, to be compared with other files. */
interface Fact {
  file: string;
  pointer: Pointer;
}

/** A link to a page of the shop. */
export interface LinkFact extends Fact {
  text: string;
  /** The address, without query and hash. */
  path: string;
  /** When buyers can meet it. */
  shown: Window;
  /** The page that it stands on; undefined in the shell and the settings. */
  page: Pointer | undefined;
  /** What of the page itself leads there, where it is not a link for buyers to follow. */
  leads: 'redirect' | ClosedSide | undefined;
}

/** A page, block or slot that is not always there. */
export interface ScheduleFact extends Fact {
  kind: 'page' | 'block' | 'slot';
  /** The page's name, the block's type, the slot's name. */
  name: string;
  /** The page or part of the shell that it is on; its own name for a page. */
  owner: string;
  /** Its own schedule. */
  own: Window;
  /** The time in which it can be seen at all: within what stands around it. */
  shown: Window;
}

/** A list of blocks, each of which has a schedule: what holds it is bare when none of them is open. */
export interface ZoneFact extends Fact {
  owner: string;
  /** When what holds the list is open. */
  open: Window;
  blocks: readonly Window[];
}

/** A slot where a block places it. */
export interface PlacementFact extends Fact {
  slot: string;
  owner: string;
  shown: Window;
  /** When what stands around it is open, and when its own ads are. */
  around: Window;
  own: Window;
}

/** What one file says that only means something beside the others. */
export interface FileFacts {
  names: readonly (NameNode & Fact)[];
  /** Data or calls that actions renew, and calls that others renew. */
  renewed: readonly string[];
  links: readonly LinkFact[];
  /** What is read of `$user`: `company`, `admin.name`. */
  user: readonly string[];
  schedules: readonly ScheduleFact[];
  zones: readonly ZoneFact[];
  placements: readonly PlacementFact[];
}

/** The names of one kind that any file uses. */
export function namesUsed(facts: readonly FileFacts[], kind: NameNode['kind']): Set<string> {
  const used = new Set<string>();
  for (const { names } of facts) for (const name of names) if (name.kind === kind) used.add(name.name);
  return used;
}
