import { asList, asObject, isObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import type { Location } from '../project/project.ts';
import { ALWAYS, intersection, type Window, windowOf } from '../schedule/window.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { Pointer } from '../source/pointer.ts';

/** An address that a page redirects to, and the pointer to it in the file. */
interface DeclaredTarget {
  to: string;
  pointer: Pointer;
}

/** The schedule of a page, or of one around it. */
interface DeclaredSchedule {
  pointer: Pointer;
  window: Window;
  /** Where the page redirects to before it opens, and after it has closed. */
  before: DeclaredTarget | undefined;
  after: DeclaredTarget | undefined;
}

/** The role that a page, or one around it, requires. */
export interface DeclaredAccess {
  role: string;
  pointer: Pointer;
}

/** A page as other files see it: everything but its data and blocks. */
export interface DeclaredPage extends Location {
  name: string | undefined;
  path: string | undefined;
  alias: readonly string[];
  redirect: (DeclaredTarget & { isPermanent: boolean }) | undefined;
  isLayout: boolean;
  /** Some address of it, or its list of children, is invalid, so that its actual addresses are not known. */
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

const NOTHING_AROUND: Around = { schedules: [], open: ALWAYS, access: [] };

/** A layout page is shown only around its children, unless it redirects. */
export function isReachable({ isLayout, redirect }: DeclaredPage): boolean {
  return !isLayout || redirect !== undefined;
}

/** The pages of one file, its children after it; none for other kinds of files. */
export const pagesIn: (file: ConfigFile) => readonly DeclaredPage[] = memo(({ kind, yaml }) =>
  kind === 'page' ? gather(yaml.path, yaml.value, [], NOTHING_AROUND) : [],
);

/** The parts of a file's pages that other files depend on, as a text to compare. */
export const pagesKey: (file: ConfigFile) => string = memo((file) => JSON.stringify(pagesIn(file)));

/** The maximum of `page.schema.json`; a longer address is reported by config-shape, and ignored here. */
const LONGEST_PATH = 200;

/** Is it an absolute path of a bearable length? */
export const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && value.length <= LONGEST_PATH;

/** Is the path, the aliases or the children something other than an address, a list of addresses or a list? */
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
    open: intersection(around.open, windowOf(page['schedule'])),
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
