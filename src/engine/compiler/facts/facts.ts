import type { Window } from '../schedule/window.ts';
import type { Pointer } from '../source/pointer.ts';
import type { ClosedSide, NameNode } from '../walk/nodes.ts';

/** Something in a file that checks compare with other files. */
interface Fact {
  file: string;
  pointer: Pointer;
}

/** A link to a page of the shop. */
export interface LinkFact extends Fact {
  text: string;
  /** The address, without query and hash. */
  path: string;
  /** When buyers can see it. */
  shown: Window;
  /** The page that it stands on; undefined in the shell and the settings. */
  page: Pointer | undefined;
  /** Set where it is no link but a redirect of the page, or its target while closed. */
  leads: 'redirect' | ClosedSide | undefined;
}

/** A page, block or slot with a schedule. */
export interface ScheduleFact extends Fact {
  kind: 'page' | 'block' | 'slot';
  /** The page's name, the block's type, the slot's name. */
  name: string;
  /** The page or part of the shell that it is on; its own name for a page. */
  owner: string;
  /** Its own schedule. */
  own: Window;
  /** When it can be seen: its own schedule and those around it. */
  shown: Window;
}

/** A list of blocks that all have a schedule: it is empty while none of them is open. */
export interface ZoneFact extends Fact {
  owner: string;
  /** When the container of the list is open. */
  open: Window;
  blocks: readonly Window[];
}

/** A block that shows a slot. */
export interface PlacementFact extends Fact {
  slot: string;
  owner: string;
  shown: Window;
  /** When the containers around it are open, and when its ads are. */
  around: Window;
  own: Window;
}

/** The facts of one file that checks compare with other files. */
export interface FileFacts {
  names: readonly (NameNode & Fact)[];
  /** Data or calls that actions refresh, and calls that other calls renew. */
  renewed: readonly string[];
  links: readonly LinkFact[];
  /** The paths of `$user` that it reads: `company`, `admin.name`. */
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
