import { useCallback, useEffect } from 'react';
import type { Editing, Refused } from './editing.ts';

/** Is a text being typed there that is not written yet? */
const isBeingTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('textarea, input:not([data-settled])');

/**
 * Ctrl+Z and Ctrl+Shift+Z; a field keeps them for what is being typed in it. Answers what takes the keys of another window.
 * @param tell is stable
 */
export function useUndoKeys(
  { undo, redo }: Pick<Editing, 'undo' | 'redo'>,
  tell: (refused: Refused | undefined) => unknown,
): (event: KeyboardEvent) => void {
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isBeingTyped(event.target))
        return;
      event.preventDefault();
      void (event.shiftKey ? redo() : undo()).then(tell);
    },
    [undo, redo, tell],
  );
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
  return onKey;
}
