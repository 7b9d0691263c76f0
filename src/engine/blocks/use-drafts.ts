import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '#engine/runtime/outcome.ts';

type Send = () => Promise<Outcome> | undefined;

/** What the reader changed and the server has not confirmed yet, by the id of what was changed. */
export interface Drafts<Id, Draft extends object> {
  of: (id: Id) => Partial<Draft>;
  /** Whether changes wait for the server. */
  pending: boolean;
  /** Shows a change at once and sends it. */
  change: (ids: readonly Id[], draft: Partial<Draft>, send: Send) => void;
  /** The same for one that more may follow, such as presses on a stepper: sent once a moment has passed without another. */
  changeLater: (id: Id, draft: Partial<Draft>, send: Send) => void;
  /** Sends what waits and resolves when all of it is settled: whether as the reader wanted it. */
  settle: () => Promise<boolean>;
}

/** Presses that follow one another within this time go out as one. */
const PAUSE_MS = 350;

/**
 * Changes that show at once, until the server's answer, or its refusal, replaces them.
 * They go out one after another, so that the last answer holds the last state.
 */
export function useDrafts<Id, Draft extends object>(): Drafts<Id, Draft> {
  const [drafts, setDrafts] = useState<ReadonlyMap<Id, Partial<Draft>>>(new Map());
  const waiting = useRef(new Map<Id, { timer: ReturnType<typeof setTimeout>; send: () => void }>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const refused = useRef(false);

  const put = (ids: readonly Id[], draft: Partial<Draft>) =>
    setDrafts(
      (before) => new Map([...before, ...ids.map((id) => [id, { ...before.get(id), ...draft }] as const)]),
    );

  /** Takes the draft back, unless the reader has changed the same again meanwhile. */
  const drop = (ids: readonly Id[], draft: Partial<Draft>) =>
    setDrafts((before) => {
      const after = new Map(before);
      for (const id of ids) {
        const rest = without(before.get(id) ?? {}, draft);
        if (Object.keys(rest).length > 0) after.set(id, rest);
        else after.delete(id);
      }
      return after;
    });

  const enqueue = (ids: readonly Id[], draft: Partial<Draft>, send: Send) => {
    const settled = () => drop(ids, draft);
    const one = async () => {
      const outcome = await send();
      refused.current ||= outcome?.ok === false;
      // Without a line the draft shows on; what follows it does not wait for it.
      if (outcome?.ok === false && outcome.kept) void outcome.kept.then(settled);
      else settled();
    };
    queue.current = queue.current.then(one).catch(settled);
  };

  const flush = () => {
    for (const { timer, send } of waiting.current.values()) {
      clearTimeout(timer);
      send();
    }
    waiting.current.clear();
  };

  // What was typed just before the page is left is sent all the same.
  const last = useRef(flush);
  useEffect(() => {
    last.current = flush;
  });
  useEffect(() => () => last.current(), []);

  return {
    of: (id) => drafts.get(id) ?? {},
    pending: drafts.size > 0,
    change(ids, draft, send) {
      put(ids, draft);
      enqueue(ids, draft, send);
    },
    changeLater(id, draft, send) {
      put([id], draft);
      clearTimeout(waiting.current.get(id)?.timer);
      const sendNow = () => {
        waiting.current.delete(id);
        enqueue([id], draft, send);
      };
      waiting.current.set(id, { timer: setTimeout(sendNow, PAUSE_MS), send: sendNow });
    },
    async settle() {
      refused.current = false;
      flush();
      await queue.current;
      return !refused.current;
    },
  };
}

/** `all` without what is the same in `gone`. */
function without<T extends object>(all: Partial<T>, gone: Partial<T>): Partial<T> {
  const kept = Object.entries(all).filter(([key, value]) => !Object.is(value, gone[key as keyof T]));
  return Object.fromEntries(kept) as Partial<T>;
}
