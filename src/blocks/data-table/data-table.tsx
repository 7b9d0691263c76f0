import { type BlockComponentProps, defineBlock } from '#blocks/define-block.ts';
import { Empty } from '#ui/empty/empty.tsx';
import { Table, type TableColumn } from '#ui/table/table.tsx';
import { Cell, type Column } from './cell.tsx';
import styles from './data-table.module.css';
import { RowActions } from './row-actions.tsx';

function DataTable(props: BlockComponentProps<'data-table'>) {
  const { label, rows, columns, emptyText } = props;
  return (
    <div className={styles['frame']}>
      <Table
        caption={label}
        columns={[...columns.map(toColumn), ...actionColumn(props)]}
        rows={rows}
        rowKey={keyOf}
        empty={<Empty title={emptyText} />}
      />
    </div>
  );
}

function toColumn(column: Column, index: number): TableColumn<unknown> {
  const { label, kind, align, width } = column;
  return {
    key: `${index}-${label}`,
    header: label,
    align: align ?? (kind === 'money' || kind === 'number' ? 'end' : 'start'),
    ...(width !== undefined && { width: `${width}px` }),
    wide: index === 0,
    render: (row) => <Cell column={column} row={row} />,
  };
}

function actionColumn({
  actions,
  actionsText,
  on,
}: BlockComponentProps<'data-table'>): TableColumn<unknown>[] {
  if (actions.length === 0) return [];
  const render = (row: unknown) => <RowActions row={row} actions={actions} onPress={on.press} />;
  return [{ key: 'actions', header: actionsText, align: 'end', wide: true, render }];
}

/** Rows of answers carry an id; others are told apart by their place. */
function keyOf(row: unknown, index: number): string | number {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : index;
}

export default defineBlock('data-table', DataTable);
