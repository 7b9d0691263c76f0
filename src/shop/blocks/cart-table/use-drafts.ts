import { useEffect, useRef, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import type { Outcome } from '#engine/runtime/outcome.ts';

type On = BlockComponentProps<'cart-table'>['on'];
/** What the reader changed on a line and the server has not confirmed yet. */
export interface Draft {
  quantity?: number;
  selected?: boolean;
}

export interface Drafts {
  of: (id: number) => Draft;
  /** Whether changes wait for the server. */
  pending: boolean;
  edit: (id: number, quantity: number) => void;
  select: (ids: readonly number[], selected: boolean) => void;
  /** Sends what waits and resolves when all of it is settled: whether as the reader wanted it. */
  settle: () => Promise<boolean>;
}

/** Presses on a stepper that follow one another within this time go out as one edit. */
const PAUSE_MS = 350;

/**
 * Changes of a cart that show at once, until the server's answer, or its refusal, replaces them.
 * They go out one after another, so that the last answer holds the last state.
 */
export function useDrafts(on: On): Drafts {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map());
  const waiting = useRef(new Map<number, { timer: ReturnType<typeof setTimeout>; send: () => void }>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const put = (ids: readonly number[], draft: Draft) =>
    setDrafts(
      (before) => new Map([...before, ...ids.map((id) => [id, { ...before.get(id), ...draft }] as const)]),
    );

  /** Takes the draft back, unless the reader has changed the line again meanwhile. */
  const drop = <K extends keyof Draft>(ids: readonly number[], key: K, value: Draft[K]) =>
    setDrafts((before) => {
      const after = new Map(before);
      for (const id of ids) {
        const { [key]: current, ...rest } = before.get(id) ?? {};
        if (current !== value) continue;
        if (Object.keys(rest).length > 0) after.set(id, rest);
        else after.delete(id);
      }
      return after;
    });

  const refused = useRef(false);

  const enqueue = (send: () => Promise<Outcome> | undefined, settled: () => void) => {
    const one = async () => {
      const outcome = await send();
      refused.current ||= outcome?.ok === false;
    };
    queue.current = queue.current.then(one).then(settled, settled);
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
  last.current = flush;
  useEffect(() => () => last.current(), []);

  return {
    of: (id) => drafts.get(id) ?? NONE,
    pending: drafts.size > 0,
    edit(id, quantity) {
      put([id], { quantity });
      clearTimeout(waiting.current.get(id)?.timer);
      const send = () => {
        waiting.current.delete(id);
        enqueue(
          () => on.edit?.({ id, number: quantity }),
          () => drop([id], 'quantity', quantity),
        );
      };
      waiting.current.set(id, { timer: setTimeout(send, PAUSE_MS), send });
    },
    select(ids, selected) {
      put(ids, { selected });
      enqueue(
        () => on.select?.({ ids: [...ids], is_selected: selected ? 1 : 0 }),
        () => drop(ids, 'selected', selected),
      );
    },
    async settle() {
      refused.current = false;
      flush();
      await queue.current;
      return !refused.current;
    },
  };
}

const NONE: Draft = {};
