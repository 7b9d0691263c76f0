import { type BlockComponentProps, defineBlock } from '#blocks/define-block.ts';
import { displayValue } from '#domain/display.ts';
import { type Description, DescriptionList } from '#ui/description-list/description-list.tsx';
import { Price } from '#ui/price/price.tsx';

type Item = BlockComponentProps<'detail-list'>['items'][number];

function DetailList({ items, columns, missingText }: BlockComponentProps<'detail-list'>) {
  const shown = items
    .filter(({ value, hideZero }) => !hideZero || value !== 0)
    .map((item) => describe(item, missingText))
    .filter(({ value }) => value !== '');
  return <DescriptionList items={shown} columns={columns} />;
}

function describe({ label, value, kind, strong, wide }: Item, missingText: string): Description {
  const text = displayValue(value, kind) || missingText;
  const emphasised = kind === 'money' ? <Price amount={text} /> : <strong>{text}</strong>;
  return { term: label, value: strong && text !== '' ? emphasised : text, wide };
}

export default defineBlock('detail-list', DetailList);
