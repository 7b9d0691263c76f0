import '#ui/tokens.css';
import '#ui/reset/base.css';
import { blocks } from 'virtual:storewright/blocks';
import { pages, registry, shells } from 'virtual:storewright/registry';
import { createStore } from 'jotai/vanilla';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { createCode } from '#renderer/code.ts';
import { createRoutes, type Handle } from '#renderer/routes.tsx';
import { partsOf } from '#renderer/view.ts';
import { openVisit, placeOf } from '#renderer/visit.ts';
import { createSession } from '#runtime/session.ts';
import { App } from './app.tsx';
import { afterHydration } from './hydrated.ts';
import { browserMemory } from './memory.ts';
import { browserNavigation } from './navigation.ts';
import { readState } from './page-state.ts';
import { browserVisibility } from './visibility.ts';

const code = createCode({ pages, shells, blocks });
const state = readState(document);

/** Answers wait until the HTML of the server has been taken over. */
const { promise: ready, resolve: begin } = Promise.withResolvers<void>();

let router: ReturnType<typeof createBrowserRouter>;

const session = createSession({
  site: registry.site,
  calls: registry.calls,
  errors: registry.errors,
  store: createStore(),
  async fetch(input, init) {
    const [response] = await Promise.all([fetch(input, init), ready]);
    return response;
  },
  navigation: browserNavigation(() => router),
  now: Math.floor(Date.now() / 1000),
  visibility: browserVisibility(document),
  memory: browserMemory(document),
  ...(state && { state: state.data }),
});

const settings = { registry, code, sessionOf: () => session };
const routes = createRoutes(settings);

/** What the server has rendered is shown as it is, once its code is here. */
async function firstVisit() {
  const match = matchRoutes(routes, window.location)?.at(-1);
  const view = (match?.route.handle as Handle | undefined)?.view;
  if (!state || !match?.route.id || !view) return undefined;
  await code.load(partsOf(view));
  const visit = openVisit(
    session,
    view,
    placeOf(new URL(window.location.href), match.params),
    state.unapproved,
  );
  return { loaderData: { [match.route.id]: visit } };
}

/** Not awaited by this module: the chunks that it waits for import from it. */
async function start(): Promise<void> {
  const hydrationData = await firstVisit();
  router = createBrowserRouter(routes, hydrationData && { hydrationData });
  const app = (
    <App session={session} code={code}>
      <RouterProvider router={router} />
    </App>
  );
  const root = document.getElementById('root');
  if (root && hydrationData) hydrateRoot(root, app);
  else if (root) createRoot(root).render(app);

  void afterHydration().then(() => {
    begin();
    session.clock.start();
  });

  if (import.meta.hot) {
    const { listen } = await import('./hot.ts');
    listen(import.meta.hot, {
      registry,
      code,
      router,
      routesOf: (next) => createRoutes({ ...settings, registry: next }),
    });
  }
}

void start();
