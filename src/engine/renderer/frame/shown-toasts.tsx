import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { dismissAtom, noticesAtom } from '#engine/runtime/notices.ts';
import { ToastRegion } from '#engine/ui/toast/toast-region.tsx';

/** A screen reader speaks what comes into a region that it already knows, ms. */
const HEAD_START = 100;

export default function ShownToasts() {
  const notices = useAtomValue(noticesAtom);
  const dismiss = useSetAtom(dismissAtom);
  const [known, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), HEAD_START);
    return () => clearTimeout(timer);
  }, []);
  const toasts = known ? notices.map(({ id, icon, text, link }) => ({ id, tone: icon, text, link })) : [];
  return <ToastRegion toasts={toasts} onDismiss={(id) => dismiss(Number(id))} />;
}
