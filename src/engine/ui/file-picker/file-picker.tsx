import FileText from '@lucide/icons/icons/file-text';
import FileUp from '@lucide/icons/icons/file-up';
import { useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { cx } from '../cx.ts';
import { fill } from '../fill.ts';
import { Icon } from '../icon/icon.tsx';
import { Image } from '../image/image.tsx';
import styles from './file-picker.module.css';

/** A file that has been sent. */
export interface PickedFile {
  id: string;
  url: string;
  name: string;
  /** Media type; a picture is shown small. */
  type: string;
}

export interface FilePickerProps<File extends PickedFile> {
  id: string;
  /** Name of the control within its form. */
  name: string;
  /** What is to be picked, read aloud with the control. */
  label: string;
  files: readonly File[];
  /** How many there may be. */
  max: number;
  accept?: string | undefined;
  /** Nothing is added or taken away. */
  readOnly?: boolean;
  /** The share of the file that has been sent, 0 to 1; null when none is being sent. */
  sending: number | null;
  /** What is wrong, in words. */
  problem?: string | undefined;
  /** `{n}` in `uploading` is the share sent, in percent. Without `replace` a file can only be removed. */
  texts: {
    add: string;
    drop: string;
    limits: string;
    uploading: string;
    view: string;
    remove: string;
    replace?: string;
  };
  /** `instead`: the file that the first of them replaces. */
  onTake: (files: readonly globalThis.File[], instead: string | null) => void;
  onRemove: (file: File) => void;
  onView: (file: File) => void;
}

/** px of the picture that shows a file. */
const THUMB = { width: 120, height: 84 };

/** Files that are sent as soon as they are chosen or dropped: shown small, opened, replaced, removed. */
export function FilePicker<File extends PickedFile>(props: FilePickerProps<File>) {
  const { id, name, label, files, max, accept, readOnly = false, sending, problem, texts } = props;
  const { onTake, onRemove, onView } = props;
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<string | null>(null);
  const [over, setOver] = useState(false);
  const full = files.length >= max;
  const choose = (instead: string) => {
    replaced.current = instead;
    input.current?.click();
  };
  const take = (chosen: FileList | null) => {
    const instead = replaced.current;
    replaced.current = null;
    if (chosen && chosen.length > 0) onTake([...chosen], instead);
    // The same file may be chosen again, after it was removed or refused.
    if (input.current) input.current.value = '';
  };
  return (
    <div className={styles['picker']}>
      {files.length > 0 && (
        <ul className={styles['thumbs']}>
          {files.map((file) => (
            <li key={file.id} className={styles['file']}>
              <Face file={file} label={`${texts.view} ${file.name}`} onView={() => onView(file)} />
              {!readOnly && (
                <span className={styles['tools']}>
                  {texts.replace !== undefined && (
                    <Button size="sm" variant="quiet" onClick={() => choose(file.id)}>
                      {texts.replace}
                    </Button>
                  )}
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={`${texts.remove} ${file.name}`}
                    onClick={() => {
                      onRemove(file);
                      input.current?.focus();
                    }}
                  >
                    {texts.remove}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (!full || texts.replace !== undefined) && (
        <div className={full ? 'visually-hidden' : styles['dropArea']}>
          <label
            htmlFor={id}
            className={cx(styles['drop'], over && styles['over'], problem !== undefined && styles['wrong'])}
          >
            <Icon of={FileUp} />
            <span>
              <strong>{texts.add}</strong>
              <span>{texts.drop}</span>
              <small>{texts.limits}</small>
            </span>
          </label>
          {/* It lies over its label unseen, so that files can be dropped there as well. */}
          <input
            ref={input}
            id={id}
            type="file"
            name={name}
            aria-label={`${texts.add} ${label}`}
            accept={accept}
            multiple={max > 1}
            onDragEnter={() => setOver(true)}
            onDragLeave={() => setOver(false)}
            onDrop={() => setOver(false)}
            onChange={({ target }) => take(target.files)}
          />
        </div>
      )}
      {sending !== null && (
        <p className={styles['progress']} role="status">
          <progress max={1} value={sending} />
          {fill(texts.uploading, { n: Math.round(sending * 100) })}
        </p>
      )}
      {problem !== undefined && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** A picture opens large here; any other file is given to the reader's own programs. */
function Face({ file, label, onView }: { file: PickedFile; label: string; onView: () => void }) {
  if (file.type.startsWith('image/')) {
    return (
      <button type="button" className={styles['face']} aria-label={label} onClick={onView}>
        <Image src={file.url} alt="" {...THUMB} />
      </button>
    );
  }
  return (
    <a className={styles['face']} href={file.url} download={file.name} aria-label={label}>
      <Icon of={FileText} />
      <span>{file.name}</span>
    </a>
  );
}
