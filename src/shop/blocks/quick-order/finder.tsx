import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ListOption } from '#engine/ui/list-option/list-option.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import type { QuickGoods } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './quick-order.module.css';
import type { Props } from './texts.ts';

interface FinderProps {
  texts: Props['texts'];
  debounce: number;
  onFind: Props['on']['find'];
  onPick: (row: QuickGoods) => void;
}

/** Finds a good to add as a row. A scanner types the bar code and Enter: its one good is taken without a list. */
export function Finder({ texts, debounce, onFind, onPick }: FinderProps) {
  const id = useId();
  const [keywords, setKeywords] = useState('');
  const [found, setFound] = useState<{ keywords: string; list: QuickGoods[] } | null>(null);
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was searched for last: answers to earlier words may arrive after its own. */
  const wanted = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = async (text: string): Promise<QuickGoods[]> => {
    clearTimeout(timer.current);
    wanted.current = text;
    const outcome = await onFind?.({ keywords: text });
    const list = outcome?.ok ? (outcome.data?.list ?? []) : [];
    if (wanted.current === text) {
      setFound({ keywords: text, list });
      setActive(0);
    }
    return list;
  };
  const typed = (text: string) => {
    setKeywords(text);
    setOpen(text.trim() !== '');
    clearTimeout(timer.current);
    if (text.trim() !== '') timer.current = setTimeout(() => void search(text.trim()), debounce);
  };
  const pick = (row: QuickGoods | undefined) => {
    if (!row) return;
    setKeywords('');
    setOpen(false);
    setFound(null);
    onPick(row);
  };
  const enter = async () => {
    const text = keywords.trim();
    if (text === '') return;
    if (found?.keywords === text) return pick(found.list[active]);
    const list = await search(text);
    if (list.length === 1 && wanted.current === text) pick(list[0]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const list = found?.list ?? [];
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && list.length > 0) {
      event.preventDefault();
      const next = (active + by + list.length) % list.length;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      void enter();
    } else if (event.key === 'Escape') setOpen(false);
  };
  const list = found?.keywords === keywords.trim() ? found.list : null;
  return (
    <div className={styles['finder']} onBlur={() => setOpen(false)}>
      <TextField
        label={texts.add}
        hideLabel
        placeholder={texts.addHint}
        role="combobox"
        aria-expanded={open}
        aria-controls={id}
        aria-activedescendant={open && list?.length ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={keywords}
        onChange={({ target }) => typed(target.value)}
        onKeyDown={onKeyDown}
      />
      {open && (
        <div id={id} className={styles['options']} role="listbox" aria-label={texts.add}>
          {(list === null || list.length === 0) && (
            <p className={styles['state']} role="status">
              {list === null ? texts.searching : texts.none}
            </p>
          )}
          {list?.map((row, index) => (
            <ListOption
              key={row.id}
              id={`${id}-${index}`}
              active={index === active}
              onChoose={() => pick(row)}
            >
              <span>
                <b>{row.goods.name}</b> {row.goods.ypgg}
                <span className={styles['faint']}>
                  {[row.goods.sccj, row.goods.stock_text, row.goods.expires].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className={styles['money']}>
                {row.goods.price === null ? row.goods.price_notice : `¥${formatYuan(row.goods.price)}`}
              </span>
            </ListOption>
          ))}
        </div>
      )}
    </div>
  );
}
