import { useState } from 'react';

interface Choice<T> {
  /** The value that the choice was made over. */
  basis: T;
  /** The last one that was accepted, or `basis`. */
  settled: T;
  shown: T;
}

const startWith = <T>(value: T): Choice<T> => ({ basis: value, settled: value, shown: value });

/**
 * A choice that shows at once and is settled elsewhere: the reader's, until `value` changes;
 * back to what was settled before when `send` is refused, unless another one has been made meanwhile.
 */
export function useChoice<T>(
  value: T,
  send: (choice: T) => Promise<{ ok: boolean }> | undefined,
): [T, (choice: T) => void] {
  const [state, setState] = useState(() => startWith(value));
  if (state.basis !== value) setState(startWith(value));
  const choose = async (choice: T) => {
    setState((now) => ({ ...now, shown: choice }));
    const outcome = await send(choice);
    setState((now) => {
      if (outcome?.ok !== false) return { ...now, settled: choice };
      return now.shown === choice ? { ...now, shown: now.settled } : now;
    });
  };
  return [state.shown, (choice) => void choose(choice)];
}
