import FileUp from '@lucide/icons/icons/file-up';
import { useEffect, useRef, useState } from 'react';
import type { BlockAnswers } from '#engine/generated/blocks.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Table } from '#engine/ui/table/table.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import styles from './file-import.module.css';

type Result = BlockAnswers['file-import']['send'];

function FileImport({
  label,
  hint,
  accept,
  template,
  taskTo,
  texts,
  on,
}: BlockComponentProps<'file-import'>) {
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [result, setResult] = useState<Result | null>(null);

  async function send(file: File | undefined): Promise<void> {
    if (!file || busy) return;
    setBusy(true);
    setProblem('');
    setResult(null);
    // A browser keeps what was chosen for the next load of the page, which would send it again.
    if (input.current) input.current.value = '';
    const outcome = await on.send?.({ file });
    setBusy(false);
    if (outcome?.ok) setResult(outcome.data ?? null);
    else setProblem(outcome?.message ?? '');
  }
  const { dropZone, over } = useDrop((file) => void send(file));
  return (
    <section ref={dropZone} className={cx(styles['dropZone'], over && styles['over'])} aria-label={label}>
      <p className={styles['line']}>
        <b>{label}</b>
        <span className={styles['hint']}>{hint}</span>
      </p>
      <p className={styles['line']}>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={label}
          accept={accept}
          onChange={({ target }) => void send(target.files?.[0])}
        />
        <Button busy={busy} icon={<Icon of={FileUp} />} onClick={() => input.current?.click()}>
          {busy ? texts.busy : texts.choose}
        </Button>
        <span className={styles['hint']}>{texts.drop}</span>
        {template && (
          <Link to={template} tone="text">
            {texts.template}
          </Link>
        )}
      </p>
      <div role="status">
        {problem && <p className={styles['problem']}>{problem}</p>}
        {result && result.task > 0 && (
          <p className={styles['line']}>
            {fill(texts.task, { total: formats.number(result.total) })}
            {taskTo && (
              <Link to={taskTo} tone="text">
                {texts.taskLink}
              </Link>
            )}
          </p>
        )}
        {result && result.task === 0 && <Results result={result} label={label} texts={texts} />}
      </div>
    </section>
  );
}

/** Takes a file that is dropped onto an element; `over` while one is held above it. */
function useDrop(take: (file: File | undefined) => void) {
  const dropZone = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const target = dropZone.current;
    const ended = new AbortController();
    const { signal } = ended;
    target?.addEventListener(
      'dragover',
      (event) => {
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    target?.addEventListener('dragleave', () => setOver(false), { signal });
    target?.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files[0]);
      },
      { signal },
    );
    return () => ended.abort();
  }, [take]);
  return { dropZone, over };
}

function Results({
  result,
  label,
  texts,
}: { result: Result } & Pick<BlockComponentProps<'file-import'>, 'label' | 'texts'>) {
  const { number } = useFormats();
  const { total, added, failed, rows } = result;
  return (
    <>
      <p className={styles['line']}>
        {fill(texts.done, { total: number(total), added: number(added), failed: number(failed) })}
      </p>
      <div className={styles['results']}>
        <Table
          caption={label}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { key: 'row', header: texts.row, width: '4rem', render: ({ id }) => id },
            { key: 'label', header: texts.item, card: 'wide', render: (row) => row.label },
            {
              key: 'ok',
              header: texts.state,
              width: '5rem',
              render: ({ ok, ok_text }) => <Tag tone={ok === 1 ? 'success' : 'danger'}>{ok_text}</Tag>,
            },
            { key: 'text', header: texts.reason, card: 'wide', render: ({ text }) => text },
          ]}
        />
      </div>
    </>
  );
}

export default defineBlock('file-import', FileImport);
