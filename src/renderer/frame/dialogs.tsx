import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { dialogAtom } from '#runtime/notices.ts';

/** Most views never ask anything: the code for it comes with the first question. */
const ShownDialog = lazy(() => import('./shown-dialog.tsx'));

export function Dialogs() {
  const dialog = useAtomValue(dialogAtom);
  return (
    dialog && (
      <Suspense>
        <ShownDialog dialog={dialog} />
      </Suspense>
    )
  );
}
