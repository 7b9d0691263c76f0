import { type ComponentType, createContext, type JSX, lazy, use, useCallback, useState } from 'react';
import { ErrorNote } from '../error-note/error-note.tsx';
import { useTexts } from '../texts.ts';
import styles from './on-press.module.css';

/** Loads the part that has not arrived once more. */
const RetryContext = createContext<() => void>(() => {});

/**
 * A component that opens on a press and is loaded then. On a line that was lost it says so where the reader looks, and
 * offers to try again; the page it belongs to stays as it is. To be placed within `Suspense`, as React's `lazy`.
 */
export function onPress<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  // Kept outside the component: what waits within `Suspense` for the first time has no state of its own yet.
  let current = attempt(false);

  function attempt(again: boolean) {
    const Part = lazy<ComponentType<Props>>(() =>
      load().catch(async () => {
        if (again) await reloadIfReached();
        return { default: NotLoaded };
      }),
    );
    return { Part: Part as unknown as (props: Props) => JSX.Element };
  }

  return function OnPress(props: Props) {
    const [{ Part }, setShown] = useState(current);
    const retry = useCallback(() => {
      current = attempt(true);
      setShown(current);
    }, []);
    return (
      <RetryContext value={retry}>
        <Part {...props} />
      </RetryContext>
    );
  };
}

/** Some browsers keep a script that failed until the page is loaded anew; done only where the line is there for it. */
async function reloadIfReached(): Promise<void> {
  const reached = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (reached) location.reload();
}

function NotLoaded() {
  const { notLoaded } = useTexts();
  return (
    <div className={styles['note']}>
      <ErrorNote title={notLoaded} onRetry={use(RetryContext)} />
    </div>
  );
}
