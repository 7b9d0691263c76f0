import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { ErrorNote } from '#engine/ui/error-note/error-note.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { useRuntime } from '../contexts.ts';

/**
 * Instead of a page with an access rule, while the reader is not identified. Runs the guard of the page again once the
 * server has answered.
 */
export default function ShownUnknown() {
  const { session } = useRuntime();
  const { title, texts } = session.site;
  const { failed, loading } = texts;
  const identity = useAtomValue(session.identity);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (identity === 'said') void revalidate();
  }, [identity, revalidate]);
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      {identity === 'lost' ? (
        <ErrorNote title={failed} onRetry={() => void revalidate()} />
      ) : (
        <div role="status">
          <span className="visually-hidden">{loading}</span>
          <Skeleton lines={6} />
        </div>
      )}
    </>
  );
}
