import Search from 'lucide-react/icons/search';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { KindSwitch } from './kind-switch.tsx';
import styles from './search-box.module.css';
import { optionId, SuggestionList } from './suggestion-list.tsx';
import { type Query, useSuggestions } from './use-suggestions.ts';

type SearchBoxProps = Pick<
  BlockComponentProps<'search-bar'>,
  'searchTo' | 'keywords' | 'type' | 'debounce' | 'maxAge' | 'texts' | 'on'
>;

/** EAN-8 to ITF-14: what a scanner types. */
const BARCODE = /^\d{8,14}$/;

/** 药品 / 厂家, a field with suggestions, a button. Keyboard as spec §2 (Shell): arrows wrap, Enter submits, Esc closes. */
export function SearchBox({ searchTo, keywords = '', type, debounce, maxAge, texts, on }: SearchBoxProps) {
  const id = useId();
  const [query, setQuery] = useState<Query>({ keywords, type: type === 'maker' ? 'maker' : 'goods' });
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { stored, typed, recall } = useSuggestions({ onSuggest: on.suggest, debounce, maxAge });
  const shown = open && stored !== null;
  const list = stored?.list ?? [];
  const chosen = shown ? list[active] : undefined;

  const change = (next: Query) => {
    setQuery(next);
    setActive(-1);
    setOpen(true);
    typed(next);
  };
  const submit = (keyword: string) => {
    const text = keyword.trim();
    setQuery({ ...query, keywords: text });
    setOpen(false);
    void on.search?.({
      ...query,
      keywords: text,
      barcode: query.type === 'goods' && BARCODE.test(text) ? 1 : 0,
    });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(chosen?.text ?? query.keywords);
  };
  const onFocus = () => {
    if (query.keywords.trim() === '') return;
    recall(query);
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move === 0) return;
    event.preventDefault();
    setOpen(true);
    if (list.length > 0)
      setActive(active < 0 && move < 0 ? list.length - 1 : (active + move + list.length) % list.length);
  };

  return (
    <form
      className={styles['form']}
      role="search"
      aria-label={texts.label}
      action={searchTo}
      onSubmit={onSubmit}
    >
      <KindSwitch value={query.type} texts={texts} onChange={(kind) => change({ ...query, type: kind })} />
      <input
        className={styles['input']}
        role="combobox"
        name="keywords"
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        aria-label={texts.label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && optionId(`${id}-list`, active)}
        placeholder={query.type === 'goods' ? texts.goodsPlaceholder : texts.makerPlaceholder}
        value={query.keywords}
        onChange={(event) => change({ ...query, keywords: event.target.value })}
        onFocus={onFocus}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={styles['submit']}>
        <Search aria-hidden="true" />
        <span className={styles['submit-text']}>{texts.search}</span>
      </button>
      {shown && (
        <SuggestionList id={`${id}-list`} stored={stored} active={active} texts={texts} onChoose={submit} />
      )}
    </form>
  );
}
