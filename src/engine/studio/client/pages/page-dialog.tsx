import { type ReactNode, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';

interface PageDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Id of the form inside. */
  form: string;
  /** Of the button that sends it. */
  submitText: string;
  /** The form; `setBusy` says that it is under way. */
  children: (setBusy: (busy: boolean) => void) => ReactNode;
}

/** A dialog with a form about a page, and the button that sends it. */
export function PageDialog({ open, onClose, title, form, submitText, children }: PageDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {submitText}
        </Button>
      }
    >
      {children(setBusy)}
    </Dialog>
  );
}
