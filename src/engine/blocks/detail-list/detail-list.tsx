import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { type Description, DescriptionList } from '#engine/ui/description-list/description-list.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { displayValue } from '#shop/domain/display.ts';

type Item = BlockComponentProps<'detail-list'>['items'][number];

function DetailList({ items, columns, missingText }: BlockComponentProps<'detail-list'>) {
  const shown = items
    .filter(({ value, hideZero }) => !hideZero || value !== 0)
    .map((item) => describe(item, missingText))
    .filter(({ value }) => value !== '');
  return <DescriptionList items={shown} columns={columns} />;
}

function describe({ label, value, kind, minus, strong, wide }: Item, missingText: string): Description {
  const signed = minus && typeof value === 'number' ? -value : value;
  // A template of several values is blank, not empty, when it has none of them.
  const text = displayValue(signed, kind).trim() || missingText;
  const emphasised = kind === 'money' ? <Price amount={text} /> : <strong>{text}</strong>;
  return { term: label, value: strong && text !== '' ? emphasised : text, wide };
}

export default defineBlock('detail-list', DetailList);
