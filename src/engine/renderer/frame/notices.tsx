import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { dialogAtom, noticesAtom } from '#engine/runtime/notices.ts';

/* Most views never say or ask anything: the code for it comes with the first word. */
const ShownDialog = lazy(() => import('./shown-dialog.tsx'));
const ShownToasts = lazy(() => import('./shown-toasts.tsx'));

/** Short messages, which once there have a place for good, and the question that waits for an answer. */
export function Notices() {
  const dialog = useAtomValue(dialogAtom);
  const speaks = useAtomValue(noticesAtom).length > 0;
  const [spoke, setSpoke] = useState(false);
  if (speaks && !spoke) setSpoke(true);
  return (
    <>
      <Suspense>{spoke && <ShownToasts />}</Suspense>
      <Suspense>{dialog && <ShownDialog key={dialog.id} dialog={dialog} />}</Suspense>
    </>
  );
}
