import { useRouteError } from 'react-router-dom';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { ErrorNote } from '#engine/ui/error-note/error-note.tsx';

/** Instead of a page whose code could not be had, or of a fault in the frame itself. */
export function Fault({ site }: { site: SiteConfig }) {
  const error = useRouteError();
  console.error(error);
  const { failed, retry } = site.texts;
  return (
    <main id="main">
      <ErrorNote title={failed} retryText={retry} onRetry={() => window.location.reload()} />
    </main>
  );
}
