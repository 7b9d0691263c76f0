import { createStore } from 'jotai/vanilla';
import { describe, expect, it } from 'vitest';
import { compile } from '#engine/compiler/compile.ts';
import { blockStateAtom } from '#engine/renderer/block/block-state.ts';
import { closedRedirect, scheduleRedirect } from '#engine/renderer/guard.ts';
import { pageOwner, viewOf } from '#engine/renderer/view.ts';
import { createSession } from '#engine/runtime/session.ts';
import { page, projectFiles } from '../compiler/support/project.ts';

const START = Date.parse('2026-11-11T00:00:00+08:00') / 1000;

/** A page that is open in a browser whose own clock is of no account. */
function openPage(schedule: string) {
  const { registry } = compile(
    projectFiles(page(`blocks:\n  - { block: text, text: 大促, schedule: ${schedule} }`)),
  );
  const body = registry?.pages['sample'];
  const placed = body?.blocks[0];
  if (!registry || !placed) throw new Error('the page does not compile');
  const store = createStore();
  const nowhere = () => {};
  const session = createSession({
    site: registry.site,
    calls: registry.calls,
    errors: registry.errors,
    store,
    fetch: async () => Response.json({ code: 200, message: '', data: {} }),
    navigation: { go: nowhere, back: nowhere, load: nowhere, reload: nowhere, setQuery: nowhere },
    now: START - 5,
  });
  const owner = { id: pageOwner('sample'), entries: body.data };
  const ownerData = session.show({ path: '/sample', route: {}, query: {} }, [owner]).get(owner.id);
  if (!ownerData) throw new Error('the page has no data');
  const state = blockStateAtom(placed, { ownerData, item: undefined });
  const faces: string[] = [];
  store.sub(state, () => faces.push(store.get(state).face));
  return {
    session,
    faces,
    face: () => store.get(state).face,
  };
}

describe('a page that is open before the start', () => {
  it('turns over by itself, by the clock of the server', () => {
    const { session, face, faces } = openPage('{ from: 2026-11-11T00:00:00+08:00 }');
    expect(face()).toBe('hidden');
    session.clock.set(START - 1);
    expect(face()).toBe('hidden');
    session.clock.set(START);
    expect(face()).toBe('ready');
    expect(faces).toEqual(['ready']);
  });

  it('takes down what ends', () => {
    const { session, face } = openPage('{ until: 2026-11-11T00:00:00+08:00 }');
    expect(face()).toBe('ready');
    session.clock.set(START);
    expect(face()).toBe('hidden');
  });

  it('ticks by itself, whatever the clock of the machine says', async () => {
    const { session, face } = openPage('{ from: 2026-11-11T00:00:00+08:00 }');
    session.clock.set(START - 1);
    const stop = session.clock.start();
    await expect.poll(face, { timeout: 4_000 }).toBe('ready');
    stop();
  });
});

describe('a page with a schedule', () => {
  const { registry } = compile(
    projectFiles(
      page('schedule: { from: 2026-11-11T00:00:00+08:00, until: 2026-11-12T00:00:00+08:00 }\nblocks: []'),
    ),
  );
  const route = registry?.routes.find(({ name }) => name === 'sample');
  if (!registry || !route) throw new Error('the page does not compile');
  const view = viewOf([], route, registry);

  it('is open from its first second to the one before its end', () => {
    const closed = (now: number) => closedRedirect(view, registry.site, now);
    expect(closed(START - 1)).toBe('/noActivity');
    expect(closed(START)).toBeNull();
    expect(closed(START + 86_399)).toBeNull();
    expect(closed(START + 86_400)).toBe('/noActivity');
  });

  it('leads to one page before it opens and to another after it has closed', () => {
    const { registry: own } = compile(
      projectFiles(
        page(
          'schedule: { from: 2026-11-11T00:00:00+08:00, until: 2026-11-12T00:00:00+08:00, before: /, after: /login }\nblocks: []',
        ),
      ),
    );
    const route = own?.routes.find(({ name }) => name === 'sample');
    if (!own || !route) throw new Error('the page does not compile');
    const to = (now: number) => closedRedirect(viewOf([], route, own), own.site, now);
    expect([START - 1, START, START + 86_399, START + 86_400].map(to)).toEqual(['/', null, null, '/login']);
  });

  it('sends who comes early to the notice that knows when to turn back, who comes late to the bare one', () => {
    const sent = (now: number) => scheduleRedirect(view, registry.site, now, '/sample?a=1');
    expect(sent(START - 1)).toBe(`/noActivity?from=%2Fsample%3Fa%3D1&opens=${START}`);
    expect(sent(START)).toBeNull();
    expect(sent(START + 86_400)).toBe('/noActivity');
  });
});
