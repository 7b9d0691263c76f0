import { useEffect, useRef } from 'react';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { useGo } from '#engine/ui/link/use-go.ts';
import type { BlockComponentProps } from '../define-block.ts';
import { FinderField } from './finder-field.tsx';

type FinderProps = BlockComponentProps<'command-palette'> & { open: boolean; onClose: () => void };

/** The dialog; what was typed is gone once it closes. It stays mounted, since only a dialog that closes gives the focus back. */
export default function Finder({ open, onClose, texts, ...search }: FinderProps) {
  const input = useRef<HTMLInputElement>(null);
  const go = useGo();
  // After the dialog's own effect, which gives the focus to its first button.
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  return (
    <Dialog open={open} title={texts.title} onClose={onClose}>
      <FinderField
        {...search}
        texts={texts}
        input={input}
        onChoose={(to) => {
          onClose();
          go(to);
        }}
      />
    </Dialog>
  );
}
