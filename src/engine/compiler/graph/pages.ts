import { asList, asObject, isObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import type { Place } from '../project/project.ts';
import { everMore, type Window, windowOf, within } from '../schedule/window.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { Pointer } from '../source/pointer.ts';

/** An address that a page leads to, and where in its file that stands. */
interface DeclaredTarget {
  to: string;
  pointer: Pointer;
}

/** The schedule of a page, or of one around it. */
interface DeclaredSchedule {
  pointer: Pointer;
  window: Window;
  /** Where it leads to before it opens, and after it has closed. */
  before: DeclaredTarget | undefined;
  after: DeclaredTarget | undefined;
}

/** Who may see a page, as the page itself or one around it says. */
export interface DeclaredAccess {
  role: string;
  pointer: Pointer;
}

/** A page as other files see it: everything but its data and blocks. */
export interface DeclaredPage extends Place {
  name: string | undefined;
  path: string | undefined;
  alias: readonly string[];
  redirect: (DeclaredTarget & { isPermanent: boolean }) | undefined;
  isLayout: boolean;
  /** Some address of it, or of its children, is not written as one: it may have been any. */
  isUnclear?: true;
  /** Its own schedule and those around it, outermost first. */
  schedules: readonly DeclaredSchedule[];
  /** When all of them are open. */
  open: Window;
  /** The roles that it and the pages around it need, outermost first. */
  access: readonly DeclaredAccess[];
}

/** The parts that a page has in common with the pages around it. */
type Around = Pick<DeclaredPage, 'schedules' | 'open' | 'access'>;

const NOTHING_AROUND: Around = { schedules: [], open: everMore, access: [] };

/** A page around others is shown only through them, unless it redirects. */
export function isReachable({ isLayout, redirect }: DeclaredPage): boolean {
  return !isLayout || redirect !== undefined;
}

/** The pages of one file, its children after it; none for other kinds of files. */
export const pagesIn: (file: ConfigFile) => readonly DeclaredPage[] = memo(({ kind, yaml }) =>
  kind === 'page' ? gather(yaml.path, yaml.value, [], NOTHING_AROUND) : [],
);

/** What of a file's pages concerns others, as a text to compare. */
export const pagesKey: (file: ConfigFile) => string = memo((file) => JSON.stringify(pagesIn(file)));

/** As `page.schema.json` has it; a longer one is an offense there, and no address. */
const LONGEST_PATH = 200;

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && value.length <= LONGEST_PATH;

/** Is something there in the place of an address, a list of them or the children that is none? */
function isUnclear({ path, alias, children }: Json): boolean {
  return (
    (path !== undefined && !isPath(path)) ||
    (alias !== undefined && !(Array.isArray(alias) && alias.every(isPath))) ||
    (children !== undefined && !Array.isArray(children))
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function gather(file: string, value: unknown, pointer: Pointer, around: Around): DeclaredPage[] {
  const page = asObject(value);
  const path = page['path'];
  const children = asList(page['children']);
  const shared: Around = {
    schedules: [...around.schedules, ...scheduleOf(page, pointer)],
    open: within(around.open, windowOf(page['schedule'])),
    access: [...around.access, ...accessOf(page, pointer)],
  };
  const own: DeclaredPage = {
    ...shared,
    file,
    pointer,
    name: textOf(page['name']),
    path: isPath(path) ? path : undefined,
    alias: asList(page['alias']).filter(isPath),
    redirect: redirectOf(page, pointer),
    isLayout: children.length > 0,
    ...(isUnclear(page) && { isUnclear: true }),
  };
  const inner = children.flatMap((child, index) =>
    gather(file, child, [...pointer, 'children', index], shared),
  );
  return [own, ...inner];
}

/** `redirect: /a` or `redirect: { to: /a, status: 301 }`. */
function redirectOf({ redirect }: Json, page: Pointer): DeclaredPage['redirect'] {
  const pointer = [...page, 'redirect'];
  if (typeof redirect === 'string') return { pointer, to: redirect, isPermanent: false };
  const { to, status } = asObject(redirect);
  return typeof to === 'string'
    ? { pointer: [...pointer, 'to'], to, isPermanent: status === 301 }
    : undefined;
}

function scheduleOf({ schedule }: Json, page: Pointer): DeclaredSchedule[] {
  if (!isObject(schedule)) return [];
  const pointer = [...page, 'schedule'];
  const target = (side: 'before' | 'after') => {
    const to = schedule[side];
    return typeof to === 'string' ? { pointer: [...pointer, side], to } : undefined;
  };
  return [{ pointer, window: windowOf(schedule), before: target('before'), after: target('after') }];
}

const accessOf = ({ access }: Json, page: Pointer): DeclaredAccess[] =>
  typeof access === 'string' ? [{ pointer: [...page, 'access'], role: access }] : [];
