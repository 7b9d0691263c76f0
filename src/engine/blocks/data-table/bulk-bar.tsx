import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { usePress } from '../use-press.ts';
import styles from './data-table.module.css';
import type { RowSelection } from './use-selection.ts';

type BulkBarProps = BlockComponentProps<'data-table'> & {
  selection: RowSelection;
  /** The filters on show. */
  search: string;
};

/** What can be done with the chosen rows; stays in view under a long table once some are. */
export function BulkBar({ bulk, texts, sum, on, selection, search, found }: BulkBarProps) {
  const formats = useFormats();
  const { ids, rows, everything } = selection;
  const total = sum && rows.reduce<number>((so, row) => so + Math.round(sum(row) * 100), 0) / 100;
  const { busy, press } = usePress((id) =>
    on.bulk?.({ id, ids, rows, sum: total ?? 0, all: everything ? 1 : 0, search }),
  );
  return (
    <div className={cx(styles['bulk'], ids.length > 0 && styles['inView'])}>
      <span aria-live="polite">
        {everything
          ? fill(texts.allChosen, { n: formats.number(found ?? 0) })
          : fill(texts.chosen, { n: ids.length })}
        {total !== undefined && (
          <b className={styles['sum']}>{fill(texts.sum, { n: formats.money(total) })}</b>
        )}
      </span>
      {selection.all && found !== undefined && found > ids.length && (
        <Button size="sm" variant="quiet" onClick={() => selection.chooseEverything(!everything)}>
          {everything ? texts.onlyPage : fill(texts.all, { n: formats.number(found) })}
        </Button>
      )}
      <span className={styles['actions']}>
        {bulk.map(({ id, text, variant }) => (
          <Button
            key={id}
            variant={variant}
            busy={busy === id}
            disabled={ids.length === 0}
            onClick={() => press(id)}
          >
            {text}
          </Button>
        ))}
      </span>
    </div>
  );
}
