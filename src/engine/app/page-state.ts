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
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** What stands between the braces. */
const fieldsOf = (object: object) => scriptJson(object).slice(1, -1);

/**
 * The state as JSON that can stand inside `<script>`, in parts.
 * @param knownJson the JSON of an answer's data where it was written before
 */
export function writeState(
  state: PageState,
  knownJson: (data: unknown) => Buffer | undefined,
): (string | Buffer)[] {
  const { data, ...page } = state;
  const { cache, ...session } = data;
  const answers = cache.flatMap(([call, input, answer], index) => {
    const comma = index > 0 ? ',' : '';
    const known = 'data' in answer ? knownJson(answer.data) : undefined;
    if (known === undefined) return [comma + scriptJson([call, input, answer])];
    return [`${comma}[${scriptJson(call)},${scriptJson(input)},{"data":`, known, '}]'];
  });
  return ['{"data":{"cache":[', ...answers, `],${fieldsOf(session)}},${fieldsOf(page)}}`];
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '');

/** Undefined when the document was not rendered, or not for the address that it is shown at. */
export function readState(document: Document, { pathname, search }: Location): PageState | undefined {
  const text = document.getElementById(STATE_ID)?.textContent;
  const state = text ? (JSON.parse(text) as PageState) : undefined;
  if (state?.file === undefined) return state;
  return withoutSlash(pathname) === withoutSlash(state.file) && search === '' ? state : undefined;
}
