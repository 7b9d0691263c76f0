import { useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { fill } from '#engine/ui/fill.ts';
import { SearchField } from '#engine/ui/search-field/search-field.tsx';
import { KindSwitch } from './kind-switch.tsx';
import { type Query, useSuggestions } from './use-suggestions.ts';

type SearchBoxProps = Pick<
  BlockComponentProps<'search-bar'>,
  'searchTo' | 'keywords' | 'type' | 'debounce' | 'maxAge' | 'texts' | 'on'
>;

/** EAN-8 to ITF-14: what a scanner types. */
const BARCODE = /^\d{8,14}$/;

/** 药品 / 厂家, a field with suggestions, a button. Keyboard as spec §2 (Shell): arrows wrap, Enter submits, Esc closes. */
export function SearchBox({ searchTo, keywords = '', type, debounce, maxAge, texts, on }: SearchBoxProps) {
  const [query, setQuery] = useState<Query>({ keywords, type: type === 'maker' ? 'maker' : 'goods' });
  const { stored, typed, recall } = useSuggestions({ onSuggest: on.suggest, debounce, maxAge });

  const change = (next: Query) => {
    setQuery(next);
    typed(next);
  };
  const submit = (keyword: string) => {
    const text = keyword.trim();
    setQuery({ ...query, keywords: text });
    void on.search?.({
      ...query,
      keywords: text,
      barcode: query.type === 'goods' && BARCODE.test(text) ? 1 : 0,
    });
  };

  return (
    <SearchField
      label={texts.label}
      placeholder={query.type === 'goods' ? texts.goodsPlaceholder : texts.makerPlaceholder}
      submitText={texts.search}
      action={searchTo}
      name="keywords"
      value={query.keywords}
      suggestions={suggestionsOf(stored, texts)}
      onType={(text) => change({ ...query, keywords: text })}
      onFocus={() => query.keywords.trim() !== '' && recall(query)}
      onSubmit={(text, event) => {
        event?.preventDefault();
        submit(text);
      }}
      onChoose={({ text }) => submit(text)}
    >
      <KindSwitch value={query.type} texts={texts} onChange={(kind) => change({ ...query, type: kind })} />
    </SearchField>
  );
}

function suggestionsOf(stored: ReturnType<typeof useSuggestions>['stored'], texts: SearchBoxProps['texts']) {
  if (stored === null) return null;
  if (stored.list === null) return texts.loading;
  if (stored.list.length === 0) return texts.none;
  return stored.list.map(({ id, text, count }) => ({
    id,
    text,
    note: count > 0 ? fill(texts.count, { n: count }) : null,
  }));
}
