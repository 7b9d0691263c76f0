import { useAtomValue, useSetAtom } from 'jotai';
import { dismissAtom, noticesAtom } from '#runtime/notices.ts';
import { ToastRegion } from '#ui/toast/toast-region.tsx';
import { useShop } from '../shop.ts';

export function Toasts() {
  const notices = useAtomValue(noticesAtom);
  const dismiss = useSetAtom(dismissAtom);
  const { texts } = useShop().session.site;
  const toasts = notices.map(({ id, icon, text, link }) => ({ id, tone: icon, text, link }));
  return <ToastRegion toasts={toasts} onDismiss={(id) => dismiss(Number(id))} dismissText={texts.dismiss} />;
}
