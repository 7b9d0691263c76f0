import { useSetAtom } from 'jotai';
import { useEffect, useId } from 'react';
import { answerDialogAtom, type Dialog as DialogText } from '#engine/runtime/notices.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';

/** The alert or question that waits for the reader. */
export default function ShownDialog({ dialog }: { dialog: DialogText }) {
  const answer = useSetAtom(answerDialogAtom);
  const { title, message, accept, cancel } = dialog;
  const acceptId = useId();
  /* The dialog itself would give the focus to its first button, which is the cross. */
  useEffect(() => document.getElementById(acceptId)?.focus(), [acceptId]);
  const buttons = (
    <>
      {cancel !== null && <Button onClick={() => answer(false)}>{cancel}</Button>}
      <Button id={acceptId} variant="primary" onClick={() => answer(true)}>
        {accept}
      </Button>
    </>
  );
  return (
    <Dialog open alert size="sm" title={title} onClose={() => answer(false)} footer={buttons}>
      <p>{message}</p>
    </Dialog>
  );
}
