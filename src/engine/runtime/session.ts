import { type Atom, atom, type createStore } from 'jotai/vanilla';
import type { Conventions, DataEntry, ErrorsConfig, SiteConfig } from '#engine/generated/schemas.ts';
import { type Answer, answersOf } from './answer.ts';
import { type CallInput, type Client, type ClientSettings, createClient } from './client.ts';
import { type Clock, createClock, toSeconds } from './clock.ts';
import { createDataCache, type DataState, type DehydratedEntry, IDLE } from './data-cache.ts';
import type { Effects, Navigation } from './effects.ts';
import { formatsAtom, formatsOf } from './format/formats.ts';
import { newKey } from './idempotency-key.ts';
import { closeAllAtom, createNotices } from './notices.ts';
import { createOwnerData, type Entries, type OwnerData } from './owner-data.ts';
import { playReader } from './played-reader.ts';
import { createPolicy, type Policy } from './policy.ts';
import type { Watch } from './push.ts';
import { createRemembered, type Memory } from './remembered.ts';
import { mayEnter, roleOf, VISITOR } from './roles.ts';
import type { PageLocation, Viewer } from './scope.ts';
import type { Visibility } from './visibility.ts';
import { watchRole } from './watch-role.ts';

const pendingAtom = atom(0);

/** How many calls of actions are under way. */
export const busyAtom: Atom<number> = atom((get) => get(pendingAtom));

/** The state that a server-rendered page carries. In HTML its `<` must be escaped. */
export interface Dehydrated {
  /** Server's clock, in seconds. */
  now: number;
  cache: DehydratedEntry[];
  /** What its reader had remembered: another tab may have changed that since, and the HTML shows this. */
  remembered?: string | undefined;
}

/** A write that could not leave. */
export interface KeptWrite {
  call: string;
  input: CallInput;
  /** Its `Idempotency-Key`, for good: it may have arrived, and only the answer was lost. */
  key: string;
}

export interface SessionSettings
  extends Pick<
    ClientSettings,
    'calls' | 'fetch' | 'answerInProcess' | 'credentials' | 'parse' | 'inspect' | 'shareAnswer'
  > {
  site: SiteConfig;
  /** How the locale of the site writes, where that is known. */
  conventions?: Conventions;
  errors: ErrorsConfig;
  store: ReturnType<typeof createStore>;
  navigation: Navigation;
  /** Seconds: the server's clock, or the local one until an answer carries the server's. */
  now: number;
  /** Rendering on a server: calls get `serverRenderTimeout`, nothing is shown, `defer` entries are left out. */
  server?: boolean;
  /** On a server: who is reading is not known there, so that what depends on it is left to the browser. */
  readerless?: boolean;
  /** Given in a browser: entries with `every` are renewed while the page can be seen. */
  visibility?: Visibility;
  /** Given in a browser: entries with `push` are renewed when the server notifies. */
  watch?: Watch;
  /** What the server sent with the page. */
  state?: Dehydrated;
  /** A role that the reader of a preview is given. */
  playedRole?: string | undefined;
  /** The moment is simulated (a preview): answers do not set the clock. */
  still?: boolean | undefined;
  /** Given in a browser: keeps a write of `offline: queue` for when the line is back, and answers in place of the server. */
  keepWrite?: (session: Session, kept: KeptWrite) => Promise<Answer>;
  /** Where remembered values are kept; without it they last as long as the session. */
  memory?: Memory;
}

/** One owner of data on the screen: `page:<name>`, `shell:<name>`. */
export interface Owner {
  id: string;
  entries: Entries;
  /** The owner around it, whose data its blocks may read as well; named before it. */
  parent?: string;
}

export interface PrepareOptions {
  /** For a page that may be shown some time: only what has no answer yet. What comes is shown with the page, and renewed then. */
  early?: boolean;
}

/** One reader's shop: in a browser tab for as long as it lives, on a server for one request. */
export interface Session {
  store: SessionSettings['store'];
  site: SiteConfig;
  client: Client;
  effects: Effects;
  policy: Policy;
  clock: Clock;
  /** The reader; a visitor until known. */
  viewer: Atom<Viewer>;
  /** Their role, of those of the site. */
  role: Atom<string>;
  viewerState: Atom<DataState>;
  /** Whether the server has said who is reading; `lost` when there was no answer. */
  identity: Atom<'asking' | 'said' | 'lost'>;
  /**
   * Requests the role of the reader, unless that was done before, and waits for it (route guards); `again` retries a lost
   * answer. Null when the answer is lost, on a server also when it is late: access is never decided without it.
   */
  identify(options?: { again?: boolean }): Promise<string | null>;
  /**
   * Puts these owners on the screen and takes all others off; gives each owner's data. Starts what they need at once
   * and never waits. An owner that stays keeps its data and what its references still name.
   */
  show(location: PageLocation, owners: readonly Owner[]): ReadonlyMap<string, OwnerData>;
  /**
   * Requests what these owners would need first at that location, for a page that will probably be shown at once: owners on
   * the screen and entries that wait for others are left out.
   */
  prepare(location: PageLocation, owners: readonly Owner[], options?: PrepareOptions): void;
  /** Makes a call on behalf of an action: counted as busy, failures shown as the rules say, unless silent. */
  call(name: string, input: CallInput, options?: { silent?: boolean }): Promise<Answer>;
  /** Keeps values for later visits (spec §3); references read them as `$site.remember`. */
  remember(values: Readonly<Record<string, unknown>>): void;
  /** The site with what is remembered now. */
  siteNow: Atom<SiteConfig>;
  /** Reloads call names wherever they are on the screen, and data names of an owner. Retries use it, too. */
  renew(names: readonly string[], ownerData?: OwnerData): Promise<void>;
  /** Resolves when no request is pending for what is on the screen. Those that renew what `prepare` got early are not waited for. */
  answered(): Promise<void>;
  /** Resolves when no request is pending. On a server no call takes longer than `serverRenderTimeout`. */
  settled(): Promise<void>;
  dehydrate(): Dehydrated;
}

function readMoment(answer: Answer): number | undefined {
  if (!answer.ok || typeof answer.data !== 'object' || answer.data === null || !('timestamp' in answer.data))
    return undefined;
  return toSeconds(answer.data.timestamp);
}

export function createSession(settings: SessionSettings): Session {
  const { site, store, errors, server = false, readerless = false, state, visibility, watch } = settings;
  const { serverRenderTimeout } = site.api;
  store.set(formatsAtom, formatsOf(site, settings.conventions));
  const clock = createClock(store, state?.now ?? settings.now);
  const effects: Effects = { ...createNotices(store), ...settings.navigation };
  const { calls, fetch, answerInProcess, credentials, parse, inspect, shareAnswer, playedRole } = settings;
  const apiClient = createClient({
    calls,
    api: site.api,
    answers: answersOf(site, errors),
    fetch,
    ...(answerInProcess && { answerInProcess }),
    ...(credentials && { credentials }),
    ...(parse && { parse }),
    ...(inspect && { inspect }),
    ...(shareAnswer && { shareAnswer }),
  });
  const client = playedRole === undefined ? apiClient : playReader(apiClient, playedRole, site);
  let location: PageLocation = { path: '/', route: {}, query: {} };
  const policy = createPolicy({ errors, site, effects, location: () => location, server });

  const cache = createDataCache({
    store,
    client,
    ...(server && { timeout: serverRenderTimeout }),
    onAnswer(call, answer, quiet) {
      const moment = readMoment(answer);
      if (moment !== undefined && !server && !settings.still) clock.set(moment);
      if (!answer.ok && !quiet && !client.binding(call).silent) void policy.handle(answer);
    },
  });
  if (state) cache.hydrate(state.cache);

  const anonymous: Viewer = site.user.visitor;
  const viewerData = atom<OwnerData | null>(null);
  const viewerEntry = atom((get): DataState => {
    const ownerData = get(viewerData);
    return ownerData ? get(ownerData.state('viewer')) : IDLE;
  });
  const identity = atom((get) => {
    const { status, failure } = get(viewerEntry);
    if (status === 'ready') return 'said';
    if (status !== 'failed' || !failure) return 'asking';
    return policy.meansLoggedOut(failure) ? 'said' : 'lost';
  });
  /* For what is shown to everybody, a reader who is not known is a visitor (spec §6). */
  const viewerState = atom((get): DataState => {
    const known = get(viewerEntry);
    return known.status === 'failed' ? { ...known, status: 'ready', data: anonymous } : known;
  });
  const viewer = atom((get): Viewer => {
    const { data } = get(viewerState);
    return typeof data === 'object' && data !== null ? { ...anonymous, ...data } : anonymous;
  });
  const role = atom((get) => roleOf(get(viewer), site));

  const { memory } = settings;
  const initial = (state ?? { remembered: memory?.read() }).remembered;
  const remembered = createRemembered(store, site, { memory, initial });
  const baseContext = {
    store,
    cache,
    site: remembered.site,
    viewer,
    viewerState,
    startViewer,
    isLeft: ({ call: name, defer }: DataEntry) =>
      server && (defer === true || (readerless && client.binding(name).personal === true)),
  };
  const context = {
    ...baseContext,
    ...(visibility && { visibility }),
    ...(watch && { watch }),
  };
  let dataByOwner: ReadonlyMap<string, OwnerData> = new Map();

  function startViewer(): void {
    if (store.get(viewerData)) return;
    const { call: userCall } = site.user;
    const entries: Entries = userCall === undefined ? {} : { viewer: { call: userCall, after: [] } };
    store.set(viewerData, createOwnerData(context, entries, location, { quiet: true }));
  }

  async function identify({ again = false } = {}): Promise<string | null> {
    startViewer();
    if (again && store.get(identity) === 'lost') void store.get(viewerData)?.reload(['viewer']);
    let stop = () => {};
    await new Promise<void>((resolve) => {
      const check = () => void (store.get(identity) !== 'asking' && resolve());
      stop = store.sub(identity, check);
      if (server) void cache.settled().then(resolve);
      check();
    });
    stop();
    return store.get(identity) === 'said' ? store.get(role) : null;
  }

  function show(next: PageLocation, owners: readonly Owner[]): ReadonlyMap<string, OwnerData> {
    if (next.path.split('?', 1)[0] !== location.path.split('?', 1)[0]) store.set(closeAllAtom);
    location = next;
    const shown = new Map<string, OwnerData>();
    for (const { id, entries, parent } of owners) {
      const known = dataByOwner.get(id);
      if (known?.entries === entries) known.setLocation(next);
      const around = parent === undefined ? undefined : shown.get(parent);
      shown.set(
        id,
        known?.entries === entries ? known : createOwnerData(context, entries, next, { parent: around }),
      );
    }
    const kept = new Set(shown.values());
    for (const ownerData of dataByOwner.values()) if (!kept.has(ownerData)) ownerData.release();
    dataByOwner = shown;
    return shown;
  }

  function prepare(
    next: PageLocation,
    owners: readonly Owner[],
    { early = false }: PrepareOptions = {},
  ): void {
    /* Owners of this context request their data without using it. */
    const attach = early ? cache.loadEarly : cache.loadAhead;
    const aheadContext = { ...baseContext, cache: { ...cache, attach, detach() {} } };
    const prepared = new Map<string, OwnerData>();
    for (const { id, entries, parent } of owners) {
      const known = dataByOwner.get(id);
      if (known?.entries === entries) {
        prepared.set(id, known);
        continue;
      }
      const around = parent === undefined ? undefined : prepared.get(parent);
      const ahead = createOwnerData(aheadContext, entries, next, { parent: around });
      ahead.release();
      prepared.set(id, ahead);
    }
  }

  async function call(name: string, input: CallInput, { silent = false } = {}): Promise<Answer> {
    const { silent: always, success = false, offline } = client.binding(name);
    /* The same key when it is sent again: it may have arrived, and only the answer was lost. */
    const options = offline === 'queue' ? { idempotencyKey: newKey() } : {};
    store.set(pendingAtom, (count) => count + 1);
    const answer = await client
      .call(name, input, options)
      .finally(() => store.set(pendingAtom, (count) => count - 1));
    const { idempotencyKey: key } = options;
    if (!answer.ok && answer.kind === 'network' && key !== undefined && settings.keepWrite)
      return settings.keepWrite(session, { call: name, input, key });
    if (always) return answer;
    // A form says itself what was refused, but a session that has ended leads to the login and back.
    const ended = !answer.ok && store.get(role) !== VISITOR && policy.requiresLogin(answer);
    if (silent && !ended) return answer;
    if (!answer.ok) void policy.handle(answer, { toasts: success });
    else if (success && answer.message !== '') effects.toast({ text: answer.message, icon: 'success' });
    return answer;
  }

  async function renew(names: readonly string[], ownerData?: OwnerData): Promise<void> {
    await Promise.all([cache.renew(names), ownerData?.reload(names)]);
  }

  const { call: user } = site.user;
  if (watch && user !== undefined) {
    watchRole({
      store,
      role,
      isWaiting: (one) => one !== VISITOR && !mayEnter(one, site.gated ?? VISITOR, site),
      watch,
      call: user,
      reloadViewer: () => void renew([user]),
      renewAll: () => void renew(Object.keys(calls).filter((name) => name !== user)),
    });
  }

  const session: Session = {
    store,
    site,
    client,
    effects,
    policy,
    clock,
    viewer,
    role,
    viewerState,
    identity,
    identify,
    show,
    prepare,
    call,
    remember: remembered.set,
    siteNow: remembered.site,
    renew,
    answered: () => cache.settled(cache.isAwaited),
    settled: () => cache.settled(),
    dehydrate: () => ({ now: clock.now(), cache: cache.dehydrate(), remembered: memory?.read() }),
  };
  return session;
}
