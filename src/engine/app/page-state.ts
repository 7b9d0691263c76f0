import type { WithheldReason } from '#engine/renderer/guard.ts';
import type { Dehydrated } from '#engine/runtime/session.ts';

/** The state of a server-rendered page beside its HTML. */
export interface PageState {
  data: Dehydrated;
  /** Address of the registry that holds the page. */
  registry: string;
  /** Why the page was not shown; null when it was. */
  withheld: WithheldReason | null;
  /** The address of the page that is shown, where the requested one has no page. */
  address?: string;
  /** A preview of another moment: its clock is not set by what the server answers. */
  still?: boolean;
}

/** The id of the element that carries it. */
export const STATE_ID = 'state';

/** As JSON that can stand inside `<script>`: no character of it can end the element. */
export function writeState(state: PageState): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c');
}

/** Undefined when the document was not rendered by the server. */
export function readState(document: Document): PageState | undefined {
  const text = document.getElementById(STATE_ID)?.textContent;
  return text ? (JSON.parse(text) as PageState) : undefined;
}
