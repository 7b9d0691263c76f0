import { useRouteError } from 'react-router-dom';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { ErrorNote } from '#engine/ui/error-note/error-note.tsx';

/** Instead of a page whose code could not be had, or of a fault in the frame itself. */
export function Fault({ site }: { site: SiteConfig }) {
  const error = useRouteError();
  console.error(error);
  return (
    <main id="main">
      <ErrorNote title={site.texts.failed} onRetry={() => window.location.reload()} />
    </main>
  );
}
