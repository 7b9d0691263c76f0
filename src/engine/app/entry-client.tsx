import '#engine/ui/tokens.css';
import '#engine/ui/reset/base.css';
import { registryFile } from 'virtual:storewright/browser';
import { blocks as commonBlocks } from 'virtual:storewright/common-blocks';
import { createStore } from 'jotai/vanilla';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { type BlockComponent, createCode } from '#engine/renderer/code.ts';
import { createRouteFinder, type FoundRoute, nestedRoutes } from '#engine/renderer/route-finder.ts';
import { createRoutes, type Handle } from '#engine/renderer/routes.tsx';
import { partsOf, type View } from '#engine/renderer/view.ts';
import { locationOf, openVisit } from '#engine/renderer/visit.ts';
import { own } from '#engine/runtime/own.ts';
import type { PageLocation } from '#engine/runtime/scope.ts';
import { createSession, type Session } from '#engine/runtime/session.ts';
import { afterHydration } from './after-hydration.ts';
import { App } from './app.tsx';
import { bodySources, fetchConfig, type RegistryFile } from './config-files.ts';
import { browserCredentials } from './credentials.ts';
import { browserMemory } from './memory.ts';
import { browserNavigation } from './navigation.ts';
import { reloadOnNewBuild } from './new-build/reload-on-new-build.ts';
import { type PageState, readState } from './page-state.ts';
import type { Running } from './prefetch.ts';
import { browserWatch } from './push.ts';
import { createRouteAdder } from './route-adder.ts';
import { browserVisibility } from './visibility.ts';

/** A type's module: the types of the home page are known here, all others by a list of its own. */
async function moduleOf(type: string): Promise<{ default: BlockComponent } | undefined> {
  const known = own(commonBlocks, type) ?? own((await import('virtual:storewright/blocks')).blocks, type);
  return known?.();
}

/** ms that the page on show stays while the data of the next one arrives; a reader hardly notices so much. */
const PATIENCE = 300;

/** The page that the server has rendered. */
interface First {
  /** The route's id. */
  id: string;
  view: View;
  location: PageLocation;
}

/** Undefined when it has rendered nothing. */
function firstPage(found: FoundRoute | undefined, state: PageState | undefined): First | undefined {
  const view = (found?.route.handle as Handle | undefined)?.view;
  if (!state || !found?.route.id || !view) return undefined;
  return { id: found.route.id, view, location: locationOf(new URL(window.location.href), found.params) };
}

/** After hydration: lets answers through, starts the clock, then what may wait. */
async function startBackgroundWork(begin: () => void, running: Running): Promise<void> {
  await afterHydration();
  begin();
  running.session.clock.start();
  const { workInBackground } = await import('./background.ts');
  await workInBackground(running);
}

/** Not awaited by this module: the chunks that it waits for import from it. */
async function start(): Promise<void> {
  const state = readState(document, window.location);
  if (state?.address !== undefined) history.replaceState(null, '', state.address);
  /* Loaded in parallel; when it fails, the page works without it. */
  const inputModule = state && import('./restore-input.ts').catch(() => null);
  const file = state?.registry ?? registryFile;
  const { registry, ...bodies } = await fetchConfig<RegistryFile>(file);
  const calls = { ...registry.calls };
  const code = createCode({
    ...bodySources(bodies, (others) => Object.assign(calls, others)),
    block: moduleOf,
  });
  const hydrated = Promise.withResolvers<void>();
  let router: ReturnType<typeof createBrowserRouter>;
  let session: Session;
  const routesOf = (from: typeof registry) =>
    createRoutes({
      registry: from,
      code,
      sessionOf: () => session,
      isPartial: file !== registryFile,
      patience: PATIENCE,
    });
  let findRoute = createRouteFinder(routesOf(registry));
  const found = findRoute(window.location.pathname);
  const first = firstPage(found, state);
  /* What the server has rendered is shown as it is, once its code is here. */
  if (first) await code.load(partsOf(first.view));
  const inputRestorer = await inputModule;

  const visibility = browserVisibility(document);
  const { hot } = import.meta;
  session = createSession({
    site: registry.site,
    ...(registry.conventions && { conventions: registry.conventions }),
    calls,
    errors: registry.errors,
    store: createStore(),
    /* Answers wait until the HTML of the server has been taken over, and so do failures. */
    async fetch(input, init) {
      const [answered] = await Promise.allSettled([fetch(input, init), hydrated.promise]);
      if (answered.status === 'rejected') throw answered.reason;
      return answered.value;
    },
    navigation: browserNavigation(() => router),
    now: Math.floor(Date.now() / 1000),
    visibility,
    /* Only the API beside the pages tells of changes. */
    ...(registry.site.api.base === '' && { watch: browserWatch(visibility, () => session.clock.now()) }),
    keepWrite: async (from, kept) =>
      (await import('#engine/runtime/offline-writes.ts')).keepWrite(from, kept),
    memory: browserMemory(document),
    credentials: browserCredentials(document),
    ...(hot && { inspect: (call, data) => hot.send('storewright:answered', { call, data }) }),
    ...(state && { state: state.data, still: state.still }),
  });
  const hydrationData = first && {
    loaderData: { [first.id]: openVisit(session, code, first.view, first.location, state?.withheld) },
  };
  const begun = found?.branch ?? [];
  const addRoutes = createRouteAdder(begun);
  /* It prepares every route that it has, which takes as long as to render a page: the others come when they are gone to. */
  router = createBrowserRouter(nestedRoutes(begun), {
    ...(hydrationData && { hydrationData }),
    patchRoutesOnNavigation({ path, patch, signal }) {
      const next = findRoute(path);
      if (next && !signal.aborted) addRoutes(next.branch, patch);
    },
  });

  const app = (
    <App session={session} code={code}>
      {/* Rendered in one go: in slices, a page takes three times as long on a slow machine. */}
      <RouterProvider router={router} useTransitions={false} />
    </App>
  );
  const root = document.getElementById('root');
  window.early?.stop();
  if (root && hydrationData) {
    hydrateRoot(root, app);
    void inputRestorer?.restoreInput(root);
  } else if (root) createRoot(root).render(app);

  reloadOnNewBuild(router);
  void startBackgroundWork(hydrated.resolve, { session, router, code, findRoute: (path) => findRoute(path) });
  if (import.meta.hot) {
    const { listen } = await import('./hot.ts');
    listen(import.meta.hot, {
      registry,
      calls,
      code,
      router,
      routesOf(from) {
        const routes = routesOf(from);
        findRoute = createRouteFinder(routes);
        return routes;
      },
    });
  }
}

void start();
