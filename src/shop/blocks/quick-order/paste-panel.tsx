import { useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { TextArea } from '#engine/ui/text-area/text-area.tsx';
import styles from './quick-order.module.css';
import type { MatchedRow, Props } from './texts.ts';
import { useDrawn } from './use-drawn.ts';

/** What came of rows that were pasted: how many were filled in, and what is said of the others. */
export interface Pasted {
  filled: number;
  notes: { row: number; code: string; message: string; ok: boolean }[];
  problem: string;
}

/** What is said of rows that are filled in. */
export function notesOf(rows: readonly MatchedRow[]): Pasted {
  const notes = rows
    .filter(({ message }) => message !== '')
    .map(({ row, code, text, message, ok }) => ({
      row,
      code: `${code} ${text}`.trim(),
      message,
      ok: ok === 1,
    }));
  return { filled: rows.filter(({ ok }) => ok === 1).length, notes, problem: '' };
}

interface PastePanelProps {
  texts: Props['texts'];
  busy: boolean;
  onPaste: (text: string) => void;
}

/** A field to paste into, for those who do not know that every cell takes a paste. */
export function PastePanel({ texts, busy, onPaste }: PastePanelProps) {
  const [text, setText] = useState('');
  return (
    <div className={styles['paste']}>
      <TextArea
        label={texts.pasteArea}
        hint={texts.pasteHint}
        rows={5}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button variant="primary" busy={busy} disabled={text.trim() === ''} onClick={() => onPaste(text)}>
        {texts.pasteGo}
      </Button>
    </div>
  );
}

/** What came of the last paste; what was not filled in comes with its row and reason. */
export function PasteNotes({
  pasted,
  texts,
  onClose,
}: {
  pasted: Pasted;
  texts: Props['texts'];
  onClose: () => void;
}) {
  const drawn = useDrawn(pasted.notes.length);
  const failed = pasted.notes.filter(({ ok }) => !ok).length;
  return (
    <div className={styles['notes']}>
      <p role="status">
        <b>{pasted.problem || fill(texts.pasteDone, { n: pasted.filled })}</b>
        {failed > 0 && <span className={styles['bad']}>{fill(texts.pasteFailed, { n: failed })}</span>}
        <Button size="sm" variant="quiet" onClick={onClose}>
          {texts.close}
        </Button>
      </p>
      {pasted.notes.length > 0 && (
        <ul>
          {pasted.notes.slice(0, drawn).map(({ row, code, message, ok }) => (
            <li key={row} className={ok ? undefined : styles['bad']}>
              {`${fill(texts.row, { n: row })} ${code}：${message}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
