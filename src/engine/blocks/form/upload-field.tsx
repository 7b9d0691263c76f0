import FileUp from '@lucide/icons/icons/file-up';
import { useRef, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { Field as Labelled } from '#engine/ui/field/field.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import styles from './form.module.css';
import type { Upload } from './upload.ts';
import type { Field, Texts } from './validate.ts';

export interface UploadFieldProps {
  id: string;
  field: Field;
  value: string;
  error: string | undefined;
  texts: Texts;
  upload: Upload | undefined;
  onChange: (value: string) => void;
}

/** px of the picture that shows what was chosen. */
const THUMB = { width: 160, height: 90 };

/** A file that is sent as soon as it is chosen; the form keeps its address. */
export default function UploadField({ id, field, value, error, texts, upload, onChange }: UploadFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();

  async function choose(file: File | undefined): Promise<void> {
    if (!file || !upload) return;
    setBusy(true);
    setProblem(undefined);
    // A browser keeps what was chosen for the next load of the page, which would send it again.
    if (input.current) input.current.value = '';
    const sent = await upload(file, field);
    setBusy(false);
    if ('problem' in sent) return setProblem(sent.problem);
    setName(sent.name);
    onChange(field.keep === 'id' ? sent.id : sent.url);
  }

  const options = field.options ?? [];
  return (
    <div className={styles['upload']}>
      <Labelled
        id={id}
        label={field.label}
        error={problem ?? error}
        hint={busy ? texts.uploading : field.hint}
        required={field.required}
      >
        <input
          ref={input}
          id={id}
          name={field.name}
          type="file"
          className="visually-hidden"
          accept={field.accept}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        <span className={styles['file']}>
          {value.startsWith('/') && <Image className={styles['thumb']} src={value} alt={name} {...THUMB} />}
          <Button busy={busy} icon={<Icon of={FileUp} />} onClick={() => input.current?.click()}>
            {value === '' ? texts.chooseFile : texts.replaceFile}
          </Button>
          {value !== '' && (
            <Button variant="quiet" onClick={() => onChange('')}>
              {texts.removeFile}
            </Button>
          )}
          {name !== '' && value !== '' && <span className={styles['name']}>{name}</span>}
        </span>
      </Labelled>
      {options.length > 0 && (
        <SelectField
          label={texts.uploaded}
          hideLabel
          placeholder={texts.uploaded}
          options={options}
          value={options.some((option) => option.value === value) ? value : ''}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
