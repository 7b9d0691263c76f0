import { useEffect, useRef, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { Field as Labelled } from '#engine/ui/field/field.tsx';
import { FilePicker, type PickedFile } from '#engine/ui/file-picker/file-picker.tsx';
import { fill } from '#engine/ui/fill.ts';
import { PictureViewer } from '#engine/ui/picture-viewer/picture-viewer.tsx';
import { useUpload } from '../use-upload.ts';
import { readFiles, writeFiles } from './files.ts';
import type { Field, Texts } from './validate.ts';

interface FilesFieldProps {
  id: string;
  field: Field;
  value: string;
  error: string | undefined;
  texts: Texts;
  onUpload: BlockComponentProps<'form'>['on']['upload'];
  onChange: (value: string) => void;
}

/** Several files, each sent as soon as it is chosen; the form keeps what they are. */
export default function FilesField({ id, field, value, error, texts, onUpload, onChange }: FilesFieldProps) {
  const { name, label, hint, required, accept, upload: kind = '', maxFiles, maxSize } = field;
  const { files, sending } = readFiles(value);
  const [viewed, setViewed] = useState<PickedFile | null>(null);
  const uploading = useUpload({
    send: onUpload && ((file) => onUpload({ file, name, kind })),
    texts: { failed: texts.uploadFailed, tooLarge: texts.tooLarge, tooMany: texts.tooMany },
    maxSize,
    maxFiles,
  });
  // What is chosen while files are on their way joins those that have arrived by then.
  const now = useRef({ files, sending });
  useEffect(() => {
    now.current = readFiles(value);
  }, [value]);
  const change = (part: Partial<{ files: readonly PickedFile[]; sending: number }>) => {
    now.current = { ...now.current, ...part };
    onChange(writeFiles(now.current));
  };

  async function take(chosen: readonly File[]): Promise<void> {
    change({ sending: now.current.sending + 1 });
    const sent = await uploading.send(chosen, maxFiles - now.current.files.length);
    change({ files: [...now.current.files, ...sent], sending: now.current.sending - 1 });
  }

  return (
    <>
      <Labelled id={id} label={label} error={error} hint={hint} required={required}>
        <FilePicker
          {...{ id, name, label, files, accept }}
          max={maxFiles}
          sending={uploading.sending}
          problem={uploading.failure}
          texts={{
            add: texts.chooseFile,
            drop: texts.dropFiles,
            limits: fill(texts.fileLimits, { n: maxFiles, size: maxSize }),
            uploading: texts.uploadingShare,
            view: texts.viewFile,
            remove: texts.removeFile,
          }}
          onTake={(chosen) => void take(chosen)}
          onRemove={({ id: gone }) => change({ files: files.filter((file) => file.id !== gone) })}
          onView={setViewed}
        />
      </Labelled>
      <Dialog
        open={viewed !== null}
        onClose={() => setViewed(null)}
        title={viewed?.name ?? ''}
        size="lg"
        dismissText={texts.closeFile}
      >
        {viewed && <PictureViewer src={viewed.url} alt={viewed.name} />}
      </Dialog>
    </>
  );
}
