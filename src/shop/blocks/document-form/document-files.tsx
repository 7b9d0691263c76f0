import { useId } from 'react';
import { useUpload } from '#engine/blocks/use-upload.ts';
import { FilePicker } from '#engine/ui/file-picker/file-picker.tsx';
import { fill } from '#engine/ui/fill.ts';
import type { Entry, Item, SentFile, Settings } from './documents.ts';

interface DocumentFilesProps {
  settings: Settings;
  item: Item;
  files: readonly SentFile[];
  problem: string | undefined;
  editable: boolean;
  onChange: (part: (entry: Entry) => Partial<Entry>) => void;
  onView: (file: SentFile) => void;
}

/** The files of one document. */
export function DocumentFiles(props: DocumentFilesProps) {
  const { settings, item, files, problem, editable, onChange, onView } = props;
  const { texts, accept, maxSize, maxFiles, kind, on } = settings;
  const { upload } = on;
  const uploading = useUpload({
    send: upload && ((file) => upload({ file, name: item.kind, kind })),
    texts,
    maxSize,
    maxFiles,
  });

  async function take(chosen: readonly File[], instead: string | null): Promise<void> {
    const room = instead === null ? maxFiles - files.length : 1;
    onChange((entry) => ({ sending: entry.sending + 1 }));
    const sent = await uploading.send(chosen, room);
    onChange((entry) => ({ sending: entry.sending - 1 }));
    for (const file of sent) {
      onChange((entry) => ({
        files: entry.files.some((known) => known.id === instead)
          ? entry.files.map((known) => (known.id === instead ? file : known))
          : [...entry.files, file],
      }));
    }
  }

  return (
    <FilePicker
      id={useId()}
      name={`${item.kind}-files`}
      label={item.label}
      files={files}
      max={maxFiles}
      accept={accept}
      readOnly={!editable}
      sending={uploading.sending}
      problem={uploading.failure ?? problem}
      texts={{ ...texts, limits: fill(texts.limits, { n: maxSize }) }}
      onTake={(chosen, instead) => void take(chosen, instead)}
      onRemove={({ id: gone }) =>
        onChange((entry) => ({ files: entry.files.filter(({ id }) => id !== gone) }))
      }
      onView={onView}
    />
  );
}
