import { createStore } from 'jotai/vanilla';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { expect, it } from 'vitest';
import { requestMemory } from '#engine/app/memory.ts';
import { createCode } from '#engine/renderer/code.ts';
import { createRouteFinder } from '#engine/renderer/route-finder.ts';
import { createRoutes } from '#engine/renderer/routes.tsx';
import type { Visit } from '#engine/renderer/visit.ts';
import { own } from '#engine/runtime/own.ts';
import { createSession } from '#engine/runtime/session.ts';
import { compileShop } from '../../support/base-shop.ts';

const registry = await compileShop({
  'config/pages/notes.yaml': `name: notes
path: /notes
meta: { header: false, footer: false, toolbar: false, baseUser: false }
data: { help: { call: help.list } }
blocks: [{ block: text, text: '{$data.help.length} 条' }]
`,
  'config/api/help.yaml': 'help.list: { get: /api/help, response: "help-category[]", silent: true }\n',
});

/** Goes to the page, whose data comes with `answer`. */
function goToNotes(answer: Promise<unknown>, patience: number) {
  const request = new Request('http://shop.test/notes');
  const session = createSession({
    ...registry,
    store: createStore(),
    fetch: async () => Response.json({ code: 200, message: '', data: await answer }),
    navigation: { go() {}, load() {}, back() {}, reload() {}, setQuery() {} },
    now: 1_795_000_000,
    memory: requestMemory(request),
  });
  const code = createCode({
    page: async (name) => own(registry.pages, name),
    shell: async () => undefined,
    block: async () => undefined,
  });
  const route = createRouteFinder(createRoutes({ registry, code, sessionOf: () => session, patience }))(
    '/notes',
  )?.route;
  if (typeof route?.loader !== 'function') throw new Error('no such page');
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
