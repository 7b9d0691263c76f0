import { use, useMemo } from 'react';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import { withItem } from '#engine/runtime/mapping.ts';
import { DONE, type Outcome } from '#engine/runtime/outcome.ts';
import { ItemContext, useOwnerData, useRuntime } from '../contexts.ts';

type Handler = (payload?: unknown, signal?: AbortSignal) => Promise<Outcome>;

export type Events = Readonly<Record<string, Handler>>;

/** The handlers of a placed block: each runs the actions that the page gives to its event. They never change. */
export function useEvents(placed: PlacedBlock): Events {
  const { session } = useRuntime();
  const ownerData = useOwnerData();
  const item = use(ItemContext);
  return useMemo(() => {
    const handlers = Object.entries(placed.on ?? {}).map(([event, actions]) => {
      const handle: Handler = async (payload, signal) => {
        const event = withItem(payload);
        const scope = { ...session.store.get(ownerData.liveScope), item, event, form: payload };
        /* Loaded on the first event: a page is read before anything is done on it. */
        const { runActions } = await import('#engine/runtime/actions.ts');
        return runActions(actions, scope, session, ownerData, signal);
      };
      return [event, handle] as const;
    });
    const events: Events = Object.fromEntries(handlers);
    const { id, openable } = placed;
    if (!openable || id === undefined) return events;
    const close: Handler = async (payload) => {
      session.effects.close(id);
      return (await events['close']?.(payload)) ?? DONE;
    };
    return { ...events, close };
  }, [placed, session, ownerData, item]);
}
