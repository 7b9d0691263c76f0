import { useRef, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Prose } from '#engine/ui/prose/prose.tsx';
import { Tabs } from '#engine/ui/tabs/tabs.tsx';
import { TextArea } from '#engine/ui/text-area/text-area.tsx';
import styles from './form.module.css';
import type { Upload } from './upload.ts';
import type { Field, Texts } from './validate.ts';

export interface MarkdownFieldProps {
  id: string;
  field: Field;
  value: string;
  error: string | undefined;
  texts: Texts;
  upload: Upload | undefined;
  onPreview: BlockComponentProps<'form'>['on']['preview'];
  onChange: (value: string) => void;
}

const ROWS = 16;

/** Markdown as it is written, and as readers will see it, made by the same server that will show it. */
export default function MarkdownField(props: MarkdownFieldProps) {
  const { id, field, value, error, texts, upload, onPreview, onChange } = props;
  const [tab, setTab] = useState('write');
  const [shown, setShown] = useState({ html: '', problem: '' });
  const file = useRef<HTMLInputElement>(null);
  const caret = useRef(value.length);

  async function turn(to: string): Promise<void> {
    setTab(to);
    if (to === 'write') return;
    setShown({ html: '', problem: '' });
    const outcome = await onPreview?.({ text: value });
    if (outcome?.ok) setShown({ html: outcome.data?.html ?? '', problem: '' });
    else setShown({ html: '', problem: outcome?.message ?? '' });
  }

  async function insert(chosen: File | undefined): Promise<void> {
    if (!chosen || !upload) return;
    // A browser keeps what was chosen for the next load of the page, which would send it again.
    if (file.current) file.current.value = '';
    const sent = await upload(chosen, field);
    if ('problem' in sent) return setShown({ html: '', problem: sent.problem });
    const at = caret.current;
    onChange(`${value.slice(0, at)}![${sent.name.replace(/\.\w+$/, '')}](${sent.url})${value.slice(at)}`);
  }

  const area = (
    <TextArea
      id={id}
      name={field.name}
      label={field.label}
      hideLabel
      error={error}
      hint={field.hint}
      placeholder={field.placeholder}
      rows={field.rows ?? ROWS}
      className={styles['source']}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onSelect={({ currentTarget }) => {
        caret.current = currentTarget.selectionStart;
      }}
    />
  );
  return (
    <div className={styles['markdown']}>
      <p className={styles['caption']} aria-hidden="true">
        {field.label}
        {field.required && <span className={styles['required']}>*</span>}
      </p>
      {onPreview ? (
        <Tabs
          label={field.label}
          items={[
            { id: 'write', label: texts.write },
            { id: 'preview', label: texts.preview },
          ]}
          value={tab}
          onChange={(to) => void turn(to)}
        >
          {tab === 'write' ? (
            area
          ) : (
            <div className={styles['preview']}>
              <Prose html={shown.html} />
            </div>
          )}
        </Tabs>
      ) : (
        area
      )}
      {shown.problem !== '' && <p className={styles['error']}>{shown.problem}</p>}
      {upload && tab === 'write' && (
        <>
          <input
            ref={file}
            type="file"
            hidden
            accept={field.accept}
            onChange={({ target }) => void insert(target.files?.[0])}
          />
          <Button size="sm" className={styles['insert']} onClick={() => file.current?.click()}>
            {texts.insertImage}
          </Button>
        </>
      )}
    </div>
  );
}
