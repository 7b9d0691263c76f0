import { type Atom, atom, type createStore, type PrimitiveAtom } from 'jotai/vanilla';
import type { DataEntry, SiteConfig } from '#engine/generated/schemas.ts';
import { nowAtom } from './clock.ts';
import { type DataCache, type DataState, failed, LOADING, ready } from './data-cache.ts';
import { openAtom } from './notices.ts';
import { type Plan, planEntry, samePlan, sameResource } from './plan.ts';
import type { Watch } from './push.ts';
import { reads } from './reference.ts';
import type { PageLocation, Scope, Viewer } from './scope.ts';
import { everyWhileVisible, type Visibility } from './visibility.ts';

export type Entries = Readonly<Record<string, DataEntry>>;

/** What the data of all owners of a session share. */
export interface OwnerDataSettings {
  store: ReturnType<typeof createStore>;
  cache: DataCache;
  /** The site with what is remembered. */
  site: Atom<SiteConfig>;
  viewer: Atom<Viewer>;
  viewerState: Atom<DataState>;
  /** Requests the viewer, unless that was done before. */
  startViewer: () => void;
  /** Is an entry left to the browser, since this is a server that may not or need not request it? */
  isLeft: (entry: DataEntry) => boolean;
  visibility?: Visibility;
  /** Given in a browser: subscribes to changes on the server. */
  watch?: Watch;
}

/** The data of one owner (a page, a layout page, a shell) while it is on the screen. */
export interface OwnerData {
  entries: Entries;
  /** The state of one data name, of this owner or of what surrounds it. An unknown name is ready with nothing. */
  state(name: string): Atom<DataState>;
  /** What references of this owner's blocks are resolved in; `now` is the moment of evaluation. */
  scope: Atom<Scope>;
  /** The same, evaluated anew each second; for blocks that read `$now`. */
  liveScope: Atom<Scope>;
  /** Adds an action's answer to the data of this owner's blocks (`as`). It does not replace a data entry. */
  publish(name: string, data: unknown): void;
  /** Reloads these data names, and the entries that they wait for where those failed. Resolves with the answers. */
  reload(names: readonly string[]): Promise<void>;
  setLocation(location: PageLocation): void;
  release(): void;
}

interface Slot {
  name: string;
  entry: DataEntry;
  shown: PrimitiveAtom<{ plan: Plan; last: DataState | null }>;
  state: Atom<DataState>;
  /** What it waits for. */
  inputs: readonly Atom<DataState>[];
  stopTimer: () => void;
  stopWatching: () => void;
}

const ABSENT = atom<DataState>(ready(undefined));

function createSlot(name: string, entry: DataEntry): Slot {
  const shown = atom<{ plan: Plan; last: DataState | null }>({ plan: { kind: 'wait' }, last: null });
  const state = atom((get): DataState => {
    const { plan, last } = get(shown);
    if (plan.kind === 'skip') return ready(undefined);
    if (plan.kind === 'blocked') return failed(plan.failure);
    if (plan.kind === 'wait') return LOADING;
    const own = get(plan.cached.state);
    if (own.status === 'ready' || own.status === 'failed') return own;
    return last ?? LOADING;
  });
  return { name, entry, shown, state, inputs: [], stopTimer: () => {}, stopWatching: () => {} };
}

/** Entries so that each stands after those it reads. */
function inOrder(entries: Entries): string[] {
  const seen = new Set<string>();
  const ordered: string[] = [];
  const visit = (name: string): void => {
    if (seen.has(name) || !Object.hasOwn(entries, name)) return;
    seen.add(name);
    for (const other of entries[name]?.after ?? []) visit(other);
    ordered.push(name);
  };
  for (const name of Object.keys(entries)) visit(name);
  return ordered;
}

/** Starts an owner's data: all entries at once, those that read others as soon as these have answered. */
export function createOwnerData(
  context: OwnerDataSettings,
  entries: Entries,
  location: PageLocation,
  { parent, quiet = false }: { parent?: OwnerData | undefined; quiet?: boolean } = {},
): OwnerData {
  const { store, cache } = context;
  const slots = new Map<string, Slot>();
  for (const name of inOrder(entries)) {
    const entry = entries[name];
    if (entry) slots.set(name, createSlot(name, entry));
  }

  const locationAtom = atom(location);
  const publishedAtom = atom<Readonly<Record<string, unknown>>>({});
  const scope = atom((get): Scope => {
    const own = Object.fromEntries([...slots].map(([name, slot]) => [name, get(slot.state).data]));
    const { route, query } = get(locationAtom);
    const data = { ...(parent && get(parent.scope).data), ...get(publishedAtom), ...own };
    return {
      route,
      query,
      data,
      user: get(context.viewer),
      site: get(context.site),
      now: store.get(nowAtom),
    };
  });
  const liveScope = atom((get): Scope => ({ ...get(scope), now: get(nowAtom) }));
  const state = (name: string): Atom<DataState> => slots.get(name)?.state ?? parent?.state(name) ?? ABSENT;

  for (const slot of slots.values()) {
    const { entry } = slot;
    const names = entry.after.map(state);
    slot.inputs = reads(entry, 'user') ? [...names, context.viewerState] : names;
  }

  function apply(slot: Slot): void {
    const before = store.get(slot.shown).plan;
    const inputs = slot.inputs.map((input) => store.get(input));
    const { whileOpen } = slot.entry;
    const plan: Plan =
      whileOpen !== undefined && !store.get(openAtom(whileOpen))
        ? { kind: 'wait' }
        : planEntry(slot.entry, inputs, store.get(scope), store.get(nowAtom), cache);
    if (samePlan(before, plan)) return;
    const shownNow = store.get(slot.state);
    const last = sameResource(before, plan) && shownNow.status === 'ready' ? shownNow : null;
    store.set(slot.shown, { plan, last });
    if (plan.kind === 'request' && !context.isLeft(slot.entry)) cache.attach(plan.cached, quiet);
    if (before.kind === 'request' && !context.isLeft(slot.entry)) cache.detach(before.cached);
    if (slot.entry.push) watch(slot, plan);
  }

  /** Subscribes to the server's changes of the entry for as long as it is requested. */
  function watch(slot: Slot, plan: Plan): void {
    slot.stopWatching();
    slot.stopWatching =
      plan.kind === 'request' && context.watch
        ? context.watch(slot.entry.call, () => void cache.load(plan.cached, true))
        : () => {};
  }

  let advancing = false;
  let again = false;
  /** Applies every entry's plan, in order. A change that this causes itself is taken up before it returns. */
  function advance(): void {
    again = true;
    if (advancing) return;
    advancing = true;
    while (again) {
      again = false;
      for (const slot of slots.values()) apply(slot);
    }
    advancing = false;
  }

  async function reload(names: readonly string[]): Promise<void> {
    const load = async (name: string): Promise<void> => {
      const slot = slots.get(name);
      if (!slot) return parent?.reload([name]);
      const { plan } = store.get(slot.shown);
      if (plan.kind === 'request') return cache.load(plan.cached);
      if (plan.kind === 'blocked') return reload(slot.entry.after);
    };
    await Promise.all(names.map(load));
  }

  const watched = new Set([...slots.values()].flatMap(({ inputs }) => inputs));
  if (watched.has(context.viewerState)) context.startViewer();
  const openings = new Set([...slots.values()].flatMap(({ entry }) => entry.whileOpen ?? []));
  const isTimed = [...slots.values()].some(({ entry }) => reads(entry.when, 'now'));
  const causes = [...watched, ...[...openings].map(openAtom), ...(isTimed ? [nowAtom] : [])];
  const stops = causes.map((cause) => store.sub(cause, advance));
  for (const slot of slots.values()) {
    if (slot.entry.every === undefined || !context.visibility) continue;
    slot.stopTimer = everyWhileVisible(slot.entry.every, context.visibility, () => {
      const { plan } = store.get(slot.shown);
      if (plan.kind === 'request' && !plan.cached.request) void cache.load(plan.cached, true);
    });
  }
  advance();

  return {
    entries,
    state,
    scope,
    liveScope,
    publish(name, data) {
      store.set(publishedAtom, { ...store.get(publishedAtom), [name]: data });
    },
    reload,
    setLocation(next) {
      store.set(locationAtom, next);
      advance();
    },
    release() {
      for (const stop of stops) stop();
      for (const slot of slots.values()) {
        slot.stopTimer();
        slot.stopWatching();
        const { plan } = store.get(slot.shown);
        if (plan.kind === 'request' && !context.isLeft(slot.entry)) cache.detach(plan.cached);
      }
    },
  };
}
