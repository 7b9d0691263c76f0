import { useAtomValue, useSetAtom } from 'jotai';
import { answerDialogAtom, dialogAtom } from '#runtime/notices.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useShop } from '../shop.ts';

/** The alert or question that waits for the reader. */
export function Dialogs() {
  const shown = useAtomValue(dialogAtom);
  const answer = useSetAtom(answerDialogAtom);
  const { texts } = useShop().session.site;
  if (!shown) return null;
  const { id, title, message, accept, cancel } = shown;
  const buttons = (
    <>
      {cancel !== null && <Button onClick={() => answer(false)}>{cancel}</Button>}
      <Button variant="primary" autoFocus onClick={() => answer(true)}>
        {accept}
      </Button>
    </>
  );
  return (
    <Dialog
      key={id}
      open
      alert
      size="sm"
      title={title}
      onClose={() => answer(false)}
      dismissText={texts.dismiss}
      footer={buttons}
    >
      <p>{message}</p>
    </Dialog>
  );
}
