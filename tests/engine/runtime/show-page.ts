import type { DataEntry } from '#engine/generated/schemas.ts';
import type { PageLocation } from '#engine/runtime/scope.ts';
import type { SessionSettings } from '#engine/runtime/session.ts';
import { openSession } from './support.ts';

export const at = (path: string, route = {}, query = {}): PageLocation => ({ path, route, query });

export const entry = (call: string, rest: Partial<DataEntry> = {}): DataEntry => ({
  call,
  after: [],
  ...rest,
});

/** For one server: puts a page's data on the screen of a new session, and looks at it. */
export function pagesOf(base: string) {
  return (
    entries: Record<string, DataEntry>,
    location = at('/'),
    settings: Partial<SessionSettings> = {},
  ) => {
    const opened = openSession(base, settings);
    const { session, store } = opened;
    const ownerData = session.show(location, [{ id: 'page', entries }]).get('page');
    if (!ownerData) throw new Error('The page is not held');
    const state = (name: string) => store.get(ownerData.state(name));
    return {
      ...opened,
      ownerData,
      state,
      move: (to: PageLocation) => session.show(to, [{ id: 'page', entries }]),
    };
  };
}
