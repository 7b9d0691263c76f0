import type { Key, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './table.module.css';

export interface TableColumn<Row> {
  key: string;
  header: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** CSS width. */
  width?: string;
  /** Below 720 px the cell takes the whole line of the card, without its header. */
  wide?: boolean;
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

/** A dense table that turns into one card a row below 720 px. */
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
    <table className={cx(styles['table'], stickyHead && styles['sticky'])}>
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
            {columns.map(({ key, header, align, wide, render }) => (
              <td
                key={key}
                className={cx(align && styles[align], wide && styles['wide'])}
                data-label={typeof header === 'string' && !wide ? header : undefined}
              >
                {render(row, index)}
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
