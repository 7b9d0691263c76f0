import { useSetAtom } from 'jotai';
import { answerDialogAtom, type Dialog as DialogText } from '#runtime/notices.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useShop } from '../shop.ts';

/** The alert or question that waits for the reader. */
export default function ShownDialog({ dialog }: { dialog: DialogText }) {
  const answer = useSetAtom(answerDialogAtom);
  const { texts } = useShop().session.site;
  const { id, title, message, accept, cancel } = dialog;
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
