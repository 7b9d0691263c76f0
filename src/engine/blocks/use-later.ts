import { useEffect, useRef } from 'react';

interface Later {
  /** Runs it once `ms` have passed without another. */
  later: (run: () => void) => void;
  cancel: () => void;
}

/** Puts off what follows every key until the typing pauses; nothing runs once the block is gone. */
export function useLater(ms: number): Later {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    later(run) {
      cancel();
      timer.current = setTimeout(run, ms);
    },
    cancel,
  };
}
