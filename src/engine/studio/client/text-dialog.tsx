import { useState } from 'react';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import type { Editing } from './editing.ts';
import { sayRefused } from './say-refused.ts';
import { TextEditor } from './text-editor.tsx';

interface TextDialogProps {
  editing: Editing;
  /** The file that is shown; undefined while none is. */
  file: string | undefined;
  onClose: () => void;
}

/** A file as text, over the studio. */
export function TextDialog({ editing, file, onClose }: TextDialogProps) {
  /** Something was typed there that is not saved. */
  const [isTyped, setTyped] = useState(false);
  return (
    <Dialog
      open={file !== undefined}
      onClose={() => {
        if (!isTyped || window.confirm('文字还没有保存，要放弃吗？')) onClose();
      }}
      title="文字"
      size="lg"
    >
      {file !== undefined && (
        <TextEditor
          file={file}
          text={editing.texts.get(file) ?? ''}
          offenses={editing.offenses.filter((offense) => offense.file === file)}
          onTyped={setTyped}
          onSave={async (text) => {
            const refused = await editing.write(new Map([[file, text]]));
            return refused && sayRefused(refused);
          }}
        />
      )}
    </Dialog>
  );
}
