import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { displayValue } from '#engine/runtime/format/display.ts';
import type { Formats } from '#engine/runtime/format/formats.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { cx } from '#engine/ui/cx.ts';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { Table, type TableColumn } from '#engine/ui/table/table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { Cell, type Column } from './cell.tsx';
import styles from './data-table.module.css';
import { RowActions } from './row-actions.tsx';
import { searchOf } from './search-of.ts';
import { SortButton } from './sort-button.tsx';
import { SwitchCell } from './switch-cell.tsx';
import { TableTools } from './table-tools.tsx';
import { useColumns } from './use-columns.ts';
import { type RowSelection, useSelection } from './use-selection.ts';

type Props = BlockComponentProps<'data-table'>;

function DataTable(props: Props) {
  const { label, rows, emptyText, choose, choosable, oneLine, emptySize } = props;
  const { columns, choices, show } = useColumns(props);
  const search = searchOf(props.filters);
  const selection = useSelection(rows, choosable, search);
  const formats = useFormats();
  const tools = <TableTools props={props} search={search} choices={choices} onShow={show} />;
  // Saved filters lead out of one that finds nothing.
  if (rows.length === 0) {
    return (
      <div>
        {tools}
        <Empty title={emptyText} size={emptySize} />
      </div>
    );
  }
  return (
    <div>
      {tools}
      <div className={cx(styles['frame'], oneLine && styles['oneLine'])} {...scrolledByKeys(props)}>
        <Table
          caption={label}
          columns={[
            ...chooseColumn(props, selection, formats),
            ...columns.map(({ column, index }) => toColumn(column, index, { props, formats })),
            ...actionColumn(props),
          ]}
          rows={rows}
          stickyHead
          rowKey={keyOf}
          rowTone={(row) => (selection.has(row) ? 'selected' : undefined)}
        />
      </div>
      {choose && <BulkBar {...props} selection={selection} search={search} />}
    </div>
  );
}

/** Where nothing in a table takes the focus, the arrows must scroll it all the same. */
const scrolledByKeys = ({ label, columns, actions, choose }: Props) =>
  choose || actions.length > 0 || columns.some(({ kind, sort, to }) => sort || to || kind === 'switch')
    ? undefined
    : ({ role: 'group', 'aria-label': label, tabIndex: 0 } as const);

function toColumn(
  column: Column,
  index: number,
  { props, formats }: { props: Props; formats: Formats },
): TableColumn<unknown> {
  const { sorted, texts, on } = props;
  const { label, kind, align, width, sort } = column;
  const card = cardRole(index, props.columns);
  return {
    label,
    key: `${index}-${label}`,
    header:
      sort === undefined ? (
        label
      ) : (
        <SortButton label={label} sort={sort} {...{ sorted, texts }} onSort={on.sort} />
      ),
    align: align ?? (kind === 'money' || kind === 'number' ? 'end' : 'start'),
    ...(width !== undefined && { width: `${width}px` }),
    ...(card && { card }),
    render: (row) =>
      kind === 'switch' ? (
        <SwitchCell column={column} row={row} rowName={rowName(row, props, formats)} onSwitch={on.switch} />
      ) : (
        <Cell column={column} row={row} />
      ),
  };
}

/** The first column names the row, unless it is a picture. */
const nameIndex = (columns: Props['columns']) => (columns[0]?.kind === 'image' ? 1 : 0);

const rowName = (row: unknown, { columns }: Props, formats: Formats) =>
  displayValue(columns[nameIndex(columns)]?.value(row), 'text', formats);

/** A picture before the name leads it. */
function cardRole(index: number, columns: Props['columns']): TableColumn<unknown>['card'] {
  const name = nameIndex(columns);
  if (index < name) return 'lead';
  return index === name ? 'wide' : undefined;
}

function chooseColumn(props: Props, selection: RowSelection, formats: Formats): TableColumn<unknown>[] {
  const { choose, texts } = props;
  if (!choose) return [];
  return [
    {
      key: 'choose',
      width: '36px',
      card: 'lead',
      header: (
        <Checkbox
          label={texts.chooseAll}
          hideLabel
          checked={selection.all}
          indeterminate={selection.some}
          onChange={selection.pickAll}
        />
      ),
      render: (row) => (
        <Checkbox
          label={fill(texts.choose, { n: rowName(row, props, formats) })}
          hideLabel
          checked={selection.has(row)}
          disabled={!selection.may(row)}
          onChange={(on) => selection.pick(row, on)}
        />
      ),
    },
  ];
}

function actionColumn({ actions, actionsText, on }: Props): TableColumn<unknown>[] {
  if (actions.length === 0) return [];
  const render = (row: unknown) => <RowActions row={row} actions={actions} onPress={on.press} />;
  return [{ key: 'actions', header: actionsText, align: 'end', card: 'wide', render }];
}

/** Rows of answers carry an id; others are distinguished by their index. */
function keyOf(row: unknown, index: number): string | number {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : `row ${index}`;
}

/** A head and some rows, as many as most pages have. */
function Loading({ emptySize }: Partial<Props>) {
  const rows = emptySize === 'line' ? 3 : 8;
  return (
    <div className={styles['frame']}>
      <Skeleton height="2.25rem" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['waiting']}>
          <Skeleton height="1.5rem" />
        </div>
      ))}
    </div>
  );
}

export default defineBlock('data-table', DataTable, { Loading });
