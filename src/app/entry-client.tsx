import '#ui/tokens.css';
import '#ui/reset/base.css';
import { blocks } from 'virtual:storewright/blocks';
import { registryFile } from 'virtual:storewright/browser';
import { createStore } from 'jotai/vanilla';
import { createRoot, hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom';
import { type Code, createCode } from '#renderer/code.ts';
import { createRoutes, type Handle } from '#renderer/routes.tsx';
import { partsOf } from '#renderer/view.ts';
import { openVisit, placeOf } from '#renderer/visit.ts';
import { createSession, type Session } from '#runtime/session.ts';
import { App } from './app.tsx';
import { bodySources, fetchConfig, type RegistryFile } from './config-files.ts';
import { pressedEarly } from './early.ts';
import { afterHydration } from './hydrated.ts';
import { browserMemory } from './memory.ts';
import { browserNavigation } from './navigation.ts';
import { type PageState, readState } from './page-state.ts';
import { browserWatch } from './push.ts';
import { browserVisibility } from './visibility.ts';

interface Parts {
  routes: RouteObject[];
  session: Session;
  code: Code;
  state: PageState | undefined;
}

/** What the server has rendered is shown as it is, once its code is here; undefined when it has rendered nothing. */
async function firstVisit({ routes, session, code, state }: Parts): Promise<HydrationState | undefined> {
  const match = matchRoutes(routes, window.location)?.at(-1);
  const view = (match?.route.handle as Handle | undefined)?.view;
  if (!state || !match?.route.id || !view) return undefined;
  await code.load(partsOf(view));
  const place = placeOf(new URL(window.location.href), match.params);
  return { loaderData: { [match.route.id]: openVisit(session, view, place, state.withheld) } };
}

/** From the first quiet moment on, answers arrive and the clock ticks. */
async function release(session: Session, begin: () => void): Promise<void> {
  await afterHydration();
  begin();
  session.clock.start();
  /* The first press shall not wait for it. */
  void import('#runtime/actions.ts');
}

/** Not awaited by this module: the chunks that it waits for import from it. */
async function start(): Promise<void> {
  const state = readState(document);
  const file = state?.registry ?? registryFile;
  const { registry, files } = await fetchConfig<RegistryFile>(file);
  const code = createCode({ ...bodySources(files), blocks });
  const hydrated = Promise.withResolvers<void>();
  let router: ReturnType<typeof createBrowserRouter>;

  const visibility = browserVisibility(document);
  const session: Session = createSession({
    site: registry.site,
    calls: registry.calls,
    errors: registry.errors,
    store: createStore(),
    /* Answers wait until the HTML of the server has been taken over. */
    async fetch(input, init) {
      const [response] = await Promise.all([fetch(input, init), hydrated.promise]);
      return response;
    },
    navigation: browserNavigation(() => router),
    now: Math.floor(Date.now() / 1000),
    visibility,
    watch: browserWatch(registry.site.api?.base ?? '', visibility, () => session.clock.now()),
    memory: browserMemory(document),
    ...(state && { state: state.data, still: state.still }),
  });
  const routesOf = (from: typeof registry) =>
    createRoutes({ registry: from, code, sessionOf: () => session, isPart: file !== registryFile });
  const routes = routesOf(registry);
  const hydrationData = await firstVisit({ routes, session, code, state });
  router = createBrowserRouter(routes, hydrationData && { hydrationData });

  const app = (
    <App session={session} code={code}>
      <RouterProvider router={router} />
    </App>
  );
  const root = document.getElementById('root');
  const pressed = pressedEarly(window);
  if (root && hydrationData) {
    hydrateRoot(root, app);
    /* React takes over at once what is pressed. */
    pressed?.click();
  } else if (root) createRoot(root).render(app);

  void release(session, hydrated.resolve);
  if (import.meta.hot) {
    const { listen } = await import('./hot.ts');
    listen(import.meta.hot, { registry, code, router, routesOf });
  }
}

void start();
