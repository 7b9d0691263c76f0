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
  /** The path of a page that stands in a file, whatever its query: at another address it is another page. */
  file?: string;
  /** A preview of another moment: its clock is not set by what the server answers. */
  still?: boolean;
}

/** The id of the element that carries it. */
export const STATE_ID = 'state';

/** As JSON that can stand inside `<script>`: no character of it can end the element. */
export function writeState(state: PageState): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c');
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '');

/** Undefined when the document was not rendered, or not for the address that it is shown at. */
export function readState(document: Document, { pathname, search }: Location): PageState | undefined {
  const text = document.getElementById(STATE_ID)?.textContent;
  const state = text ? (JSON.parse(text) as PageState) : undefined;
  if (state?.file === undefined) return state;
  return withoutSlash(pathname) === withoutSlash(state.file) && search === '' ? state : undefined;
}
