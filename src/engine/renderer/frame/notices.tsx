import { useAtomValue } from 'jotai';
import { Suspense, useState } from 'react';
import { dialogAtom, noticesAtom } from '#engine/runtime/notices.ts';
import { onPress } from '#engine/ui/late/on-press.tsx';

/* Most views show no notice: the code for them is loaded with the first. */
const ShownDialog = onPress(() => import('./shown-dialog.tsx'));
const ShownToasts = onPress(() => import('./shown-toasts.tsx'));

/** Toasts, whose region stays once it is there, and the dialog that waits for an answer. */
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
