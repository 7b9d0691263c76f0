import { targetOf } from '#engine/ui/link/target.ts';
import { useGo } from '#engine/ui/link/use-go.ts';
import { SearchField } from '#engine/ui/search-field/search-field.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import { useTextOfAddress } from '../use-text-of-address.ts';
import { withText } from '../with-text.ts';

type Props = BlockComponentProps<'store-header'>;

interface SearchProps extends NonNullable<Props['search']> {
  texts: Props['texts'];
}

/** The search field of the header: it holds what the address says, and leads to the page of results. */
export function Search({ to, name, value, texts }: SearchProps) {
  const [text, setText] = useTextOfAddress(value);
  const go = useGo();
  return (
    <SearchField
      label={texts.search}
      placeholder={texts.placeholder}
      submitText={texts.search}
      action={to}
      name={name}
      value={text}
      suggestions={null}
      onType={setText}
      onSubmit={(typed, event) => {
        if (targetOf(to).kind !== 'internal') return;
        event?.preventDefault();
        go(withText(to, name, typed.trim()));
      }}
      onChoose={() => {}}
    />
  );
}
