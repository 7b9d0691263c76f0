import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { displayValue } from '#engine/runtime/format/display.ts';
import type { Formats } from '#engine/runtime/format/formats.ts';
import { type Description, DescriptionList } from '#engine/ui/description-list/description-list.tsx';
import { Price } from '#engine/ui/price/price.tsx';

type Item = BlockComponentProps<'detail-list'>['items'][number];

function DetailList({ items, columns, missingText }: BlockComponentProps<'detail-list'>) {
  const formats = useFormats();
  const shown = items
    .filter(({ value, hideZero }) => !hideZero || value !== 0)
    .map((item) => describe(item, missingText, formats))
    .filter(({ value }) => value !== '');
  return <DescriptionList items={shown} columns={columns} />;
}

function describe(
  { label, value, kind, minus, strong, wide }: Item,
  missingText: string,
  formats: Formats,
): Description {
  const signed = minus && typeof value === 'number' ? -value : value;
  // A template of several values is blank, not empty, when it has none of them.
  const text = displayValue(signed, kind, formats).trim() || missingText;
  const emphasised = kind === 'money' ? <Price amount={text} /> : <strong>{text}</strong>;
  return { term: label, value: strong && text !== '' ? emphasised : text, wide };
}

export default defineBlock('detail-list', DetailList);
