import { useFormats } from '#engine/blocks/use-formats.ts';
import type { BlockProps } from '#engine/generated/blocks.ts';
import { type DisplayKind, displayValue } from '#engine/runtime/format/display.ts';
import type { Formats } from '#engine/runtime/format/formats.ts';
import { own } from '#engine/runtime/own.ts';
import { cx } from '#engine/ui/cx.ts';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import styles from './data-table.module.css';

export type Column = BlockProps['data-table']['columns'][number];

/** A tag is a text in a frame; a switch, a picture and progress are no text at all. */
const displayKind = (kind: Column['kind']): DisplayKind =>
  kind === 'tag' || kind === 'switch' || kind === 'image' || kind === 'progress' ? 'text' : kind;

/** Whether a row has nothing in a column: no value, or one that the page does not show for it. */
function isBlank(column: Column, row: unknown, formats: Formats): boolean {
  const { show, kind, value, detail, badge } = column;
  if (show && !show(row)) return true;
  if (kind === 'image' || kind === 'progress') return false;
  return (
    !displayValue(value(row), displayKind(kind), formats).trim() && !detail?.(row)?.trim() && !badge?.(row)
  );
}

/** Nothing to look at: it stands back behind what is there. */
const isZero = ({ kind, value }: Column, row: unknown): boolean =>
  (kind === 'money' || kind === 'number') && value(row) === 0;

/** One cell: the value in its kind, small print below, a link around. */
export function Cell({ column, row }: { column: Column; row: unknown }) {
  const formats = useFormats();
  if (isBlank(column, row, formats)) return null;
  const detail = column.detail?.(row)?.trim();
  const to = column.to?.(row);
  const badge = column.badge?.(row);
  const content = <Value column={column} value={column.value(row)} />;
  const linked = to ? (
    <Link to={to} className={styles['link']}>
      {content}
    </Link>
  ) : (
    content
  );
  return (
    <span
      className={cx(styles['cell'], column.strong && styles['strong'], isZero(column, row) && styles['zero'])}
    >
      {badge ? (
        <span className={styles['badged']}>
          {linked}
          <Tag tone="promo">{badge}</Tag>
        </span>
      ) : (
        linked
      )}
      {detail && (
        <span className={styles['detail']} title={detail}>
          {detail}
        </span>
      )}
    </span>
  );
}

function Value({
  column: { label, kind, tone, tones, signed, imageWidth, imageHeight },
  value,
}: {
  column: Column;
  value: unknown;
}) {
  const formats = useFormats();
  if (kind === 'image') {
    return (
      <span className={styles['image']} style={{ width: `${imageWidth}px` }}>
        <Image src={typeof value === 'string' ? value : ''} alt="" width={imageWidth} height={imageHeight} />
      </span>
    );
  }
  if (kind === 'progress') {
    const percent = typeof value === 'number' ? value : 0;
    return (
      <span className={styles['progress']}>
        <progress value={percent} max={100} aria-label={label} />
        {percent}%
      </span>
    );
  }
  const plus = signed && typeof value === 'number' && value > 0 ? '+' : '';
  const text = plus + displayValue(value, displayKind(kind), formats);
  if (kind === 'tag') {
    return (
      text && (
        <span>
          <Tag tone={(tones && own(tones, text)) ?? tone}>{text}</Tag>
        </span>
      )
    );
  }
  return kind === 'money' ? <span className={styles['money']}>{text}</span> : text;
}
