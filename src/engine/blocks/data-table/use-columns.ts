import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { useChoice } from '#engine/ui/use-choice.ts';
import type { Column } from './cell.tsx';

type Props = BlockComponentProps<'data-table'>;

/** A column that the reader may put away. */
export interface ColumnChoice {
  id: string;
  label: string;
  shown: boolean;
}

interface Columns {
  /** Those on show, each with its place among all. */
  columns: { column: Column; index: number }[];
  choices: ColumnChoice[];
  show: (id: string, shown: boolean) => void;
}

const SEPARATOR = ',';

/** Which columns are on show. An id that no column has any more is dropped with the next choice. */
export function useColumns({ columns, hidden = '', on }: Props): Columns {
  const [away, setAway] = useChoice(hidden, (ids) => on.columns?.({ hidden: ids }));
  const put = new Set(away.split(SEPARATOR));
  const isShown = ({ id }: Column) => id === undefined || !put.has(id);
  const choices = columns.flatMap(({ id, label, ...rest }) =>
    id === undefined ? [] : [{ id, label, shown: isShown({ id, label, ...rest }) }],
  );
  return {
    columns: columns.map((column, index) => ({ column, index })).filter(({ column }) => isShown(column)),
    choices,
    show(id, shown) {
      const ids = choices.filter((choice) => (choice.id === id ? !shown : !choice.shown));
      setAway(ids.map((choice) => choice.id).join(SEPARATOR));
    },
  };
}
