import ClipboardPaste from '@lucide/icons/icons/clipboard-paste';
import { type ClipboardEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import type { QuickGoods } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import { Finder } from './finder.tsx';
import { LinesTable } from './lines-table.tsx';
import { notesOf, type Pasted, PasteNotes, PastePanel } from './paste-panel.tsx';
import styles from './quick-order.module.css';
import type { KeptAnswer, Match, MatchedRow, Props, Submitted, SubmittedRow } from './texts.ts';
import { isTable, useLines } from './use-lines.ts';

/** Shown after a paste alone. */
const PasteReview = lazy(() => import('./paste-review.tsx'));

function QuickOrder(props: Props) {
  const { texts, saveText, debounce, keep, on } = props;
  const frame = useRef<HTMLDivElement>(null);
  const lines = useLines(props.rows, keep);
  const [busy, setBusy] = useState<'submit' | 'save' | 'paste' | null>(null);
  const [pasting, setPasting] = useState(false);
  const [review, setReview] = useState<{ text: string; match: Match } | null>(null);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const [reasons, setReasons] = useState<ReadonlyMap<number, string>>(new Map());

  /** The row that was found last: behind its number one goes on finding. */
  const found = useRef<number | null>(null);

  const focusFinder = () => frame.current?.querySelector<HTMLInputElement>('[role="combobox"]')?.focus();
  const focusQuantity = (id: number) =>
    frame.current?.querySelector<HTMLInputElement>(`[data-number="${id}"]`)?.focus();
  const move = (row: QuickGoods, by: 1 | -1, entered = false) => {
    if (entered && found.current === row.id) {
      found.current = null;
      return focusFinder();
    }
    const cells = [...(frame.current?.querySelectorAll<HTMLInputElement>('[data-number]') ?? [])];
    const at = cells.findIndex((cell) => cell.dataset['number'] === String(row.id));
    const next = cells[at + by];
    if (next) next.focus();
    else if (by > 0) focusFinder();
  };
  const clear = (row: QuickGoods) => {
    move(row, 1);
    lines.put([{ ...row, number: 0 }]);
  };
  const add = (row: QuickGoods) => {
    found.current = row.id;
    // A new row must be there before it can be focused.
    if (lines.quantityOf(row.id) === 0)
      flushSync(() => lines.put([{ ...row, number: row.goods.is_buy ? row.goods.qg_number : 0 }]));
    focusQuantity(row.id);
  };
  const match = async (text: string, columns?: string[]) => {
    setBusy('paste');
    const outcome = await on.match?.(columns ? { text, columns } : { text });
    setBusy(null);
    if (outcome?.ok && outcome.data) {
      setReview({ text, match: outcome.data });
      setPasted(null);
    } else {
      setPasted({ filled: 0, notes: [], problem: outcome?.ok === false ? outcome.message : '' });
    }
  };
  const fillIn = (rows: MatchedRow[]) => {
    lines.put(rows.flatMap(({ goods }) => goods));
    setPasted(notesOf(rows));
    setReview(null);
    setPasting(false);
    focusFinder();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isTable(text) || !on.match || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    void match(text);
  };
  const empty = (rows: readonly QuickGoods[]) => lines.put(rows.map((row) => ({ ...row, number: 0 })));
  const answered = (sent: readonly QuickGoods[], rows: readonly SubmittedRow[]) => {
    const refused = rows.filter(({ ok }) => ok === 0);
    setReasons(new Map(refused.map(({ goods_id, message }) => [goods_id, message])));
    const done = new Set(rows.filter(({ ok }) => ok === 1).map(({ goods_id }) => goods_id));
    empty(sent.filter(({ id }) => done.has(id)));
  };
  /** What was kept and then refused stands here again. */
  const comeBack = (sent: readonly QuickGoods[], answer: KeptAnswer) => {
    const data = answer.ok ? (answer.data as Submitted) : null;
    const refused = new Set(data?.rows.filter(({ ok }) => ok === 0).map(({ goods_id }) => goods_id));
    lines.put(sent.filter(({ id }) => data === null || refused.has(id)));
    answered([], data?.rows ?? []);
  };
  const submit = async () => {
    setBusy('submit');
    const sent = lines.filled;
    const outcome = await on.submit?.({ lines: lines.lines });
    setBusy(null);
    if (outcome?.ok) {
      answered(sent, outcome.data?.rows ?? []);
    } else if (outcome?.kept) {
      // Kept until the line is back: to stand here meanwhile would be to be sent again.
      empty(sent);
      void outcome.kept.then((answer) => comeBack(sent, answer));
    } else return;
    focusFinder();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !on.submit) return;
    event.preventDefault();
    // The cell that is left first takes its number; then all of them go.
    focusFinder();
    setTimeout(() => frame.current?.querySelector<HTMLButtonElement>('[data-submit]')?.click());
  };
  const save = async () => {
    setBusy('save');
    await on.save?.({ lines: lines.lines });
    setBusy(null);
  };

  return (
    <div ref={frame} className={styles['frame']} onPaste={onPaste} onKeyDownCapture={onKeyDown}>
      <div className={styles['tools']}>
        {on.find && <Finder texts={texts} debounce={debounce} onFind={on.find} onPick={add} />}
        {on.match && (
          <Button
            icon={<Icon of={ClipboardPaste} />}
            aria-expanded={pasting}
            onClick={() => setPasting(!pasting)}
          >
            {texts.paste}
          </Button>
        )}
      </div>
      <p className={styles['keys']}>{texts.keys}</p>
      {pasting && <PastePanel texts={texts} busy={busy === 'paste'} onPaste={(text) => void match(text)} />}
      {review && (
        <Suspense>
          <PasteReview
            match={review.match}
            texts={texts}
            busy={busy === 'paste'}
            onColumns={(columns) => void match(review.text, columns)}
            onFill={fillIn}
            onCancel={() => setReview(null)}
          />
        </Suspense>
      )}
      {pasted && <PasteNotes pasted={pasted} texts={texts} onClose={() => setPasted(null)} />}
      <LinesTable
        {...props}
        rows={lines.shown}
        quantityOf={lines.quantityOf}
        reasons={reasons}
        onQuantity={(row, quantity) => lines.put([{ ...row, number: quantity }])}
        onMove={move}
        onClear={clear}
      />
      <div className={styles['foot']}>
        <p className={styles['sums']} aria-live="polite">
          {fill(texts.filled, { kinds: lines.kinds, n: lines.units })}
          <b className={styles['total']}>{fill(texts.total, { n: formatYuan(lines.amount) })}</b>
          <span className={styles['faint']}>{texts.totalHint}</span>
        </p>
        <span className={styles['buttons']}>
          <Button variant="quiet" disabled={lines.kinds === 0} onClick={lines.clear}>
            {texts.clear}
          </Button>
          {saveText !== undefined && on.save && (
            <Button busy={busy === 'save'} disabled={lines.kinds === 0} onClick={() => void save()}>
              {saveText}
            </Button>
          )}
          {on.submit && (
            <Button
              data-submit
              variant="accent"
              busy={busy === 'submit'}
              disabled={lines.kinds === 0}
              onClick={() => void submit()}
            >
              {texts.submit}
            </Button>
          )}
        </span>
      </div>
    </div>
  );
}

export default defineBlock('quick-order', QuickOrder);
