import Minus from '@lucide/icons/icons/minus';
import Plus from '@lucide/icons/icons/plus';
import { type KeyboardEvent, useState } from 'react';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import type { QuickGoods } from '#generated/schemas.ts';
import styles from './quick-order.module.css';
import type { Texts } from './texts.ts';

interface QuantityCellProps {
  row: QuickGoods;
  value: number;
  texts: Texts;
  onChange: (quantity: number) => void;
  /** To the cell of the row below (1) or above (-1); `entered` when the quantity was finished with Enter. */
  onMove: (by: 1 | -1, entered: boolean) => void;
  /** Nothing of this good. */
  onClear: () => void;
}

/** Whole 中包装, at least the minimum, at most what is in stock; nothing stays nothing. */
function settled(quantity: number, { goods }: QuickGoods): number {
  if (!Number.isFinite(quantity) || quantity <= 0) return 0;
  const step = goods.multiple;
  const least = Math.ceil(goods.qg_number / step) * step;
  const most = goods.number === null ? Number.MAX_SAFE_INTEGER : Math.floor(goods.number / step) * step;
  return Math.max(least, Math.min(Math.ceil(quantity / step) * step, Math.max(most, least)));
}

/** The quantity of one row. Typed like in a spreadsheet: Enter and the arrows move, + and - step, Delete empties, Esc takes back. */
export function QuantityCell({ row, value, texts, onChange, onMove, onClear }: QuantityCellProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const { goods } = row;
  const leave = () => {
    if (draft === null) return;
    setDraft(null);
    const next = settled(Number(draft), row);
    if (next !== value) onChange(next);
  };
  const step = (by: 1 | -1) => {
    setDraft(null);
    const from = draft === null ? value : Number(draft);
    const next = by < 0 && from - goods.multiple < goods.qg_number ? 0 : from + by * goods.multiple;
    onChange(settled(next, row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move !== undefined) {
      event.preventDefault();
      leave();
      onMove(move, event.key === 'Enter');
    } else if (event.key === 'Delete' && draft === null) {
      event.preventDefault();
      onClear();
    } else if (event.key === '+' || event.key === '=' || event.key === '-') {
      event.preventDefault();
      step(event.key === '-' ? -1 : 1);
    } else if (event.key === 'Escape') setDraft(null);
  };
  const name = fill(texts.numberOf, { n: goods.name });
  return (
    <span className={styles['stepper']}>
      <button type="button" tabIndex={-1} aria-label={fill(texts.less, { n: name })} onClick={() => step(-1)}>
        <Icon of={Minus} />
      </button>
      <input
        data-number={row.id}
        aria-label={name}
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(goods.multiple)}
        value={draft ?? (value > 0 ? String(value) : '')}
        onChange={({ target }) => setDraft(target.value.replaceAll(/\D/g, '').slice(0, 6))}
        onFocus={({ target }) => target.select()}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <button type="button" tabIndex={-1} aria-label={fill(texts.more, { n: name })} onClick={() => step(1)}>
        <Icon of={Plus} />
      </button>
    </span>
  );
}

const MOVES: Record<string, 1 | -1> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };
