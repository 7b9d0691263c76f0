import { targetOf } from '#engine/ui/link/target.ts';
import { useGo } from '#engine/ui/link/use-go.ts';
import { SearchField } from '#engine/ui/search-field/search-field.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { useLater } from '../use-later.ts';
import { useTextOfAddress } from '../use-text-of-address.ts';
import { withText } from '../with-text.ts';

type Props = BlockComponentProps<'search-box'>;

function SearchBox({ to, name, value, suggestions, debounce, size, texts, on }: Props) {
  const [text, setText] = useTextOfAddress(value);
  const tell = useLater(debounce);
  const go = useGo();
  const list = suggestions ?? [];
  const inside = targetOf(to).kind === 'internal';

  const submit = (next: string, keepsBrowser: () => void) => {
    const word = next.trim();
    setText(word);
    tell.cancel();
    if (on.search) void on.search({ text: word });
    else if (inside) go(withText(to, name, word));
    else return;
    keepsBrowser();
  };

  return (
    <SearchField
      label={texts.label}
      listLabel={texts.suggestions}
      placeholder={texts.placeholder}
      submitText={texts.submit}
      action={to}
      name={name}
      value={text}
      size={size}
      suggestions={list.map(({ text: word, note }, index) => ({ id: index, text: word, note }))}
      onType={(typed) => {
        setText(typed);
        if (on.input) tell.later(() => void on.input?.({ text: typed.trim() }));
      }}
      onSubmit={(typed, event) => submit(typed, () => event?.preventDefault())}
      onChoose={({ id, text: word }) => {
        const own = list[Number(id)]?.to;
        if (own) go(own);
        else submit(word, () => {});
      }}
    />
  );
}

export default defineBlock('search-box', SearchBox);
