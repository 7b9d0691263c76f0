import { createStore } from 'jotai/vanilla';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { expect, it } from 'vitest';
import { requestMemory } from '#engine/app/memory.ts';
import { createCode } from '#engine/renderer/code.ts';
import { createRouteFinder } from '#engine/renderer/route-finder.ts';
import { createRoutes, type Handle } from '#engine/renderer/routes.tsx';
import { partsOf } from '#engine/renderer/view.ts';
import { prepareVisit, type Visit } from '#engine/renderer/visit.ts';
import { own } from '#engine/runtime/own.ts';
import { createSession } from '#engine/runtime/session.ts';
import { compileShop } from '../../support/base-shop.ts';

/** A page at `/<name>` whose data are the help's. */
const pageNamed = (name: string, rest = '') => `name: ${name}
path: /${name}
${rest}
meta: { header: false, footer: false, toolbar: false, baseUser: false }
data: { help: { call: help.list } }
blocks: [{ block: text, text: '{$data.help.length} 条' }]
`;

const registry = await compileShop({
  'config/pages/notes.yaml': pageNamed('notes'),
  'config/pages/members.yaml': pageNamed('members', 'access: member'),
  'config/pages/over.yaml': pageNamed('over', "schedule: { until: '2020-01-01T00:00:00+08:00' }"),
  'config/api/help.yaml': 'help.list: { get: /api/help, response: "help-category[]", silent: true }\n',
});

/** The shop in a visitor's browser, whose requests end with `answer`. */
function openShop(answer: Promise<unknown>, patience: number) {
  let requests = 0;
  const session = createSession({
    ...registry,
    store: createStore(),
    fetch: async () => {
      requests += 1;
      return Response.json({ code: 200, message: '', data: await answer });
    },
    navigation: { go() {}, load() {}, back() {}, reload() {}, setQuery() {} },
    now: 1_795_000_000,
    memory: requestMemory(new Request('http://shop.test/')),
  });
  const code = createCode({
    page: async (name) => own(registry.pages, name),
    shell: async () => undefined,
    block: async () => undefined,
  });
  const find = createRouteFinder(createRoutes({ registry, code, sessionOf: () => session, patience }));
  return { session, code, find, requests: () => requests };
}

/** Goes to the page, whose data comes with `answer`. */
function goToNotes(answer: Promise<unknown>, patience: number) {
  const { session, find } = openShop(answer, patience);
  const route = find('/notes')?.route;
  if (typeof route?.loader !== 'function') throw new Error('no such page');
  const request = new Request('http://shop.test/notes');
  const args = { request, params: {}, context: undefined } as unknown as LoaderFunctionArgs;
  const arrived = Promise.resolve(route.loader(args)) as Promise<Visit>;
  const statusOf = ({ dataByOwner }: Visit) => {
    const state = dataByOwner.get('page:notes')?.state('help');
    return state && session.store.get(state).status;
  };
  return { arrived, statusOf };
}

it('a page whose data comes soon is shown with it', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { arrived, statusOf } = goToNotes(promise, 60_000);
  setTimeout(() => resolve([]), 20);
  expect(statusOf(await arrived)).toBe('ready');
});

it('a page whose data is late is shown without', async () => {
  const { arrived, statusOf } = goToNotes(new Promise(() => {}), 20);
  expect(statusOf(await arrived)).toBe('loading');
});

it.each([
  ['is open to all', '/notes', 1],
  ['this reader may not see', '/members', 0],
  ['is closed', '/over', 0],
])('of a page that %s, the data are requested ahead only where they may be shown', async (_, path, times) => {
  const { session, code, find, requests } = openShop(Promise.resolve([]), 0);
  const handle = find(path)?.route.handle as Handle | undefined;
  if (!handle) throw new Error('no such page');
  const { view } = handle;
  await code.loadBodies(partsOf(view));
  prepareVisit(session, code, view, { path, route: {}, query: {} });
  await session.settled();
  expect(requests()).toBe(times);
});
