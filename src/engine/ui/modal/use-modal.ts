import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

interface Modal {
  ref: RefObject<HTMLDialogElement | null>;
  /** For the `<dialog>`: Esc and a press on the backdrop close it. */
  props: {
    onCancel: (event: SyntheticEvent) => void;
    onClose: () => void;
    onMouseDown: (event: MouseEvent) => void;
  };
}

/**
 * Shows a native `<dialog>` as a modal while `open`: the browser keeps the focus inside, makes the page behind inert
 * and gives the focus back afterwards.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return {
    ref,
    props: {
      onCancel: (event) => {
        event.preventDefault();
        onClose();
      },
      onClose: () => open && onClose(),
      // The backdrop belongs to the dialog element; a press that begins inside it and ends outside must not close it.
      onMouseDown: (event) => event.target === event.currentTarget && onClose(),
    },
  };
}
