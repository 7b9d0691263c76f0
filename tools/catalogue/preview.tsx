import { createStore } from 'jotai/vanilla';
import { useEffect, useMemo } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { App } from '#app/app.tsx';
import type { Project } from '#compiler/project/project.ts';
import type { Registry } from '#generated/schemas.ts';
import { type BlockComponent, type Code, createCode } from '#renderer/code.ts';
import { createRoutes } from '#renderer/routes.tsx';
import { createSession, type Session } from '#runtime/session.ts';
import { createAnswers, type Role } from './answers.ts';

const modules = import.meta.glob<{ default: BlockComponent }>('../../src/blocks/*/*.tsx');

const blocks = Object.fromEntries(
  Object.entries(modules).flatMap(([path, load]) => {
    const type = /\/([^/]+)\/\1\.tsx$/.exec(path)?.[1];
    return type === undefined ? [] : [[type, load]];
  }),
);

export interface PreviewProps {
  registry: Registry;
  project: Project;
  /** Address of the page that is shown. */
  path: string;
  reader: Role;
  /** Seconds: the clock of the preview, which stands still. */
  now: number;
}

interface Shown {
  session: Session;
  code: Code;
  router: ReturnType<typeof createMemoryRouter>;
}

function open({ registry, project, path, reader, now }: PreviewProps): Shown {
  const bodies = (named: Registry['pages'] | Registry['shells']) => (name: string) =>
    Object.hasOwn(named, name) ? Promise.resolve(named[name]?.blocks ?? []) : undefined;
  const code = createCode({ page: bodies(registry.pages), shell: bodies(registry.shells), blocks });
  const { site, calls, errors } = registry;
  const store = createStore();
  const session: Session = createSession({
    site: { ...site, constants: { ...site.constants, timeout: 86_400_000 } },
    calls,
    errors,
    store,
    fetch: createAnswers({ project, role: reader, now }),
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
export function Preview(props: PreviewProps) {
  const { registry, project, path, reader, now } = props;
  const shown = useMemo(
    () => open({ registry, project, path, reader, now }),
    [registry, project, path, reader, now],
  );
  useEffect(() => () => shown.router.dispose(), [shown]);
  const { session, code, router } = shown;
  return (
    <App session={session} code={code}>
      <RouterProvider router={router} />
    </App>
  );
}
