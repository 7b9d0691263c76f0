import { useRef, useState } from 'react';
import type { SearchGroup } from '#engine/generated/schemas.ts';
import type { BlockComponentProps } from '../define-block.ts';
import { useLater } from '../use-later.ts';

type Props = Pick<BlockComponentProps<'command-palette'>, 'debounce' | 'on'>;

/** What is known of the text: nothing before one is typed. */
type Found =
  | { state: 'none' | 'loading' | 'failed' }
  | { state: 'found'; text: string; groups: readonly SearchGroup[] };

interface Finding {
  found: Found;
  /** Looks for the text once typing pauses. */
  typed: (text: string) => void;
  /** Looks for it at once. */
  look: (text: string) => void;
}

/** Looks for what is typed. What was found stays until the next answer: the list does not flicker with each key. */
export function useFound({ debounce, on }: Props): Finding {
  const [found, setFound] = useState<Found>({ state: 'none' });
  const wanted = useRef('');
  const { later, cancel } = useLater(debounce);

  const search = async (text: string) => {
    const outcome = await on.search?.({ text });
    if (wanted.current !== text) return;
    setFound(outcome?.ok ? { state: 'found', text, groups: outcome.data ?? [] } : { state: 'failed' });
  };
  return {
    found,
    typed(raw) {
      const text = raw.trim();
      if (text === wanted.current) return;
      wanted.current = text;
      cancel();
      if (text === '') setFound({ state: 'none' });
      else {
        setFound((before) => (before.state === 'found' ? before : { state: 'loading' }));
        later(() => void search(text));
      }
    },
    look(raw) {
      wanted.current = raw.trim();
      cancel();
      setFound({ state: 'loading' });
      void search(wanted.current);
    },
  };
}
