import type { CSSProperties, Key, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './table.module.css';

export interface TableColumn<Row> {
  key: string;
  header: ReactNode;
  /** The header in words, where it is more than text; stands before the value on a card. */
  label?: string;
  align?: 'start' | 'center' | 'end';
  /** CSS width. */
  width?: string;
  /** Below 720 px: `wide` takes a line of the card without its header, `lead` stands small before the line that follows. */
  card?: 'wide' | 'lead';
  render: (row: Row, index: number) => ReactNode;
}

export interface TableProps<Row> {
  /** Read aloud; not shown. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => Key;
  /** The head stays in view while the page scrolls. */
  stickyHead?: boolean;
  /** `muted` for what cannot be acted on. */
  rowTone?: (row: Row) => 'selected' | 'muted' | undefined;
  /** Instead of rows when there are none. */
  empty?: ReactNode;
  foot?: ReactNode;
}

/**
 * A dense table that turns into one card a row below 720 px. A card's values stand behind their headers in columns
 * that are the same on every card; two share a line when both fit in half of it. A cell with nothing in it is left out.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  stickyHead = false,
  rowTone,
  empty,
  foot,
}: TableProps<Row>) {
  return (
    <table
      className={cx(styles['table'], stickyHead && styles['sticky'])}
      style={{ '--label': `${labelWidth(columns)}em` } as CSSProperties}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead className={styles['head']}>
        <tr>
          {columns.map(({ key, header, width, align }) => (
            <th
              key={key}
              scope="col"
              className={align && styles[align]}
              style={width === undefined ? undefined : { width }}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} className={styles[rowTone?.(row) ?? 'row']}>
            {columns.map((column) => (
              <td
                key={column.key}
                className={cx(column.align && styles[column.align], column.card && styles[column.card])}
                data-label={labelOf(column)}
              >
                {column.render(row, index)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && empty && (
          <tr>
            <td colSpan={columns.length} className={styles['wide']}>
              {empty}
            </td>
          </tr>
        )}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  );
}

/** What stands before the value on a card. */
function labelOf<Row>({ header, label, card }: TableColumn<Row>): string | undefined {
  if (card) return undefined;
  return label ?? (typeof header === 'string' && header !== '' ? header : undefined);
}

/** How many characters the longest label takes; longer ones than a phone can spare break into lines. */
const LONGEST_LABEL = 5;

function labelWidth<Row>(columns: readonly TableColumn<Row>[]): number {
  const lengths = columns.map((column) => labelOf(column)?.length ?? 0);
  return Math.min(LONGEST_LABEL, Math.max(...lengths));
}
