import FileText from 'lucide-react/icons/file-text';
import FileUp from 'lucide-react/icons/file-up';
import { useId, useRef, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/cx.ts';
import { fill } from '#ui/fill.ts';
import { Image } from '#ui/image/image.tsx';
import styles from './document-form.module.css';
import type { Entry, Item, SentFile, Settings } from './documents.ts';
import { useUpload } from './use-upload.ts';

interface DocumentFilesProps {
  settings: Settings;
  item: Item;
  files: readonly SentFile[];
  problem: string | undefined;
  editable: boolean;
  onChange: (part: (entry: Entry) => Partial<Entry>) => void;
  onView: (file: SentFile) => void;
}

/** px of the picture that shows a file. */
const THUMB = { width: 120, height: 84 };

/** The files of one document: sent as soon as they are chosen, shown, viewed, replaced, removed. */
export function DocumentFiles(props: DocumentFilesProps) {
  const { settings, item, files, problem, editable, onChange, onView } = props;
  const { texts, accept, maxSize, maxFiles } = settings;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<string | null>(null);
  const [over, setOver] = useState(false);
  const uploading = useUpload(settings, item.kind);
  const { sending, failure } = uploading;

  async function take(chosen: readonly File[]): Promise<void> {
    const instead = replaced.current;
    replaced.current = null;
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
    if (input.current) input.current.value = '';
  }

  const choose = (instead: string | null) => {
    replaced.current = instead;
    input.current?.click();
  };
  const wrong = failure ?? problem;

  return (
    <div className={styles['files']}>
      {files.length > 0 && (
        <ul className={styles['thumbs']}>
          {files.map((file) => (
            <li key={file.id} className={styles['file']}>
              <FileFace file={file} onView={onView} viewText={texts.view} />
              {editable && (
                <span className={styles['fileTools']}>
                  <Button size="sm" variant="quiet" onClick={() => choose(file.id)}>
                    {texts.replace}
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    onClick={() =>
                      onChange((entry) => ({ files: entry.files.filter(({ id: own }) => own !== file.id) }))
                    }
                  >
                    {texts.remove}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {editable && (
        <div className={files.length < maxFiles ? styles['place'] : 'visually-hidden'}>
          <label
            htmlFor={id}
            className={cx(styles['drop'], over && styles['over'], wrong !== undefined && styles['wrong'])}
          >
            <FileUp aria-hidden="true" />
            <span>
              <strong>{texts.add}</strong>
              <span>{texts.drop}</span>
              <small>{fill(texts.limits, { n: maxSize })}</small>
            </span>
          </label>
          {/* It lies over its label unseen, so that files can be dropped there as well. */}
          <input
            ref={input}
            id={id}
            type="file"
            name={`${item.kind}-files`}
            aria-label={`${texts.add} ${item.label}`}
            accept={accept}
            multiple
            onDragEnter={() => setOver(true)}
            onDragLeave={() => setOver(false)}
            onDrop={() => setOver(false)}
            onChange={({ target }) => void take([...(target.files ?? [])])}
          />
        </div>
      )}
      {sending !== null && (
        <p className={styles['progress']} role="status">
          <progress max={1} value={sending} />
          {fill(texts.uploading, { n: Math.round(sending * 100) })}
        </p>
      )}
      {wrong !== undefined && (
        <p className={styles['error']} role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

interface FileFaceProps {
  file: SentFile;
  viewText: string;
  onView: (file: SentFile) => void;
}

/** A picture opens large here; any other file is given to the reader's own programs. */
function FileFace({ file, viewText, onView }: FileFaceProps) {
  const label = `${viewText} ${file.name}`;
  if (file.type.startsWith('image/')) {
    return (
      <button type="button" className={styles['face']} aria-label={label} onClick={() => onView(file)}>
        <Image src={file.url} alt="" {...THUMB} />
      </button>
    );
  }
  return (
    <a className={styles['face']} href={file.url} download={file.name} aria-label={label}>
      <FileText aria-hidden="true" />
      <span>{file.name}</span>
    </a>
  );
}
