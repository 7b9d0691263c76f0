import { useEffect, useState } from 'react';
import type { BlockComponentProps } from '../define-block.ts';

type Props = BlockComponentProps<'chat-thread'>;
type Message = Props['messages'][number];

interface Thread {
  messages: readonly Message[];
  more: boolean;
  loadEarlier: (() => Promise<void>) | undefined;
}

/** The newest messages as the page gives them, behind the earlier ones that were loaded; reports when new ones were seen. */
export function useThread({ messages, more, unread, on }: Props): Thread {
  const [earlier, setEarlier] = useState<{ list: readonly Message[]; more: boolean } | null>(null);
  const { seen, earlier: onEarlier } = on;

  useEffect(() => {
    if (unread === 0) return undefined;
    const look = () => {
      if (!document.hidden) void seen?.();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [unread, seen]);

  // What was the newest page before may have moved on: a message is shown once, wherever it came from.
  const newest = new Set(messages.map(({ id }) => id));
  const before = (earlier?.list ?? []).filter(({ id }) => !newest.has(id));
  const all = [...before, ...messages];
  const [first] = all;

  async function loadEarlier(): Promise<void> {
    if (!first) return;
    const outcome = await onEarlier?.({ before: first.id });
    if (!outcome?.ok || !outcome.data) return;
    const { list, more: further } = outcome.data;
    setEarlier({ list: [...list, ...all], more: further });
  }

  return { messages: all, more: earlier?.more ?? more, loadEarlier: onEarlier && loadEarlier };
}
