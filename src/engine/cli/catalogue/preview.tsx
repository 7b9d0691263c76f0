import { blocks } from 'virtual:storewright/blocks';
import { createStore } from 'jotai/vanilla';
import { useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { App } from '#engine/app/app.tsx';
import type { Project } from '#engine/compiler/project/project.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { type Code, createCode } from '#engine/renderer/code.ts';
import { createRoutes } from '#engine/renderer/routes.tsx';
import { createSession, type Session } from '#engine/runtime/session.ts';
import { createAnswers } from './answers.ts';
import { useWords } from './words.tsx';

export interface PreviewProps {
  registry: Registry;
  project: Project;
  /** Address of the page that is shown. */
  path: string;
  /** A role of the site. */
  reader: string;
  /** Seconds: the clock of the preview, which stands still. */
  now: number;
}

interface Shown {
  session: Session;
  code: Code;
  router: ReturnType<typeof createMemoryRouter>;
}

function open({ registry, project, path, reader, now }: PreviewProps): Shown {
  const { site, calls, errors, pages, shells } = registry;
  const code = createCode({
    page: async (name) => pages[name],
    shell: async (name) => shells[name]?.blocks,
    block: async (type) => blocks[type]?.(),
  });
  const store = createStore();
  const session: Session = createSession({
    site: { ...site, api: { ...site.api, timeout: 86_400_000 } },
    calls,
    errors,
    store,
    fetch: createAnswers({ registry, library: project.library, role: reader, now }),
    navigation: {
      go: (to, { replace }) => void router.navigate(to, { replace }),
      load: (to) => void router.navigate(to),
      back: () => void router.navigate(-1),
      reload: () => {},
      setQuery(values) {
        const { pathname, search } = router.state.location;
        const query = new URLSearchParams(search);
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined || value === null || value === '') query.delete(name);
          else query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
        }
        void router.navigate(`${pathname}?${query.toString()}`);
      },
    },
    now,
  });
  const routes = createRoutes({ registry, code, sessionOf: () => session });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  return { session, code, router };
}

/** A page of the shop, rendered as for buyers, with answers made up from what the calls declare. */
export function Preview({ registry, project, path, reader, now }: PreviewProps) {
  const { preparing } = useWords();
  const [shown, setShown] = useState<Shown>();
  // What is shown stays until what follows it is there: the preview never goes blank while one types.
  useEffect(() => {
    const next = open({ registry, project, path, reader, now });
    let used = false;
    const take = () => {
      if (used || !next.router.state.initialized) return;
      used = true;
      setShown(next);
    };
    const stop = next.router.subscribe(take);
    take();
    return () => {
      stop();
      if (!used) next.router.dispose();
    };
  }, [registry, project, path, reader, now]);
  useEffect(() => () => shown?.router.dispose(), [shown]);
  if (shown === undefined) return <Waiting text={preparing} />;
  const { session, code, router } = shown;
  return (
    <App key={keyOf(shown)} session={session} code={code}>
      <RouterProvider router={router} />
    </App>
  );
}

let opened = 0;
const keys = new WeakMap<Shown, number>();

/** Another router is another tree: nothing of one may be taken over into the other. */
function keyOf(shown: Shown): number {
  const key = keys.get(shown) ?? ++opened;
  keys.set(shown, key);
  return key;
}

/** In the place of a preview that is not there yet. */
export const Waiting = ({ text }: { text: string }) => (
  <p className="waiting" role="status">
    {text}
  </p>
);
