import ArrowDown from '@lucide/icons/icons/arrow-down';
import ArrowUp from '@lucide/icons/icons/arrow-up';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import styles from './data-table.module.css';

type Props = BlockComponentProps<'data-table'>;

interface SortButtonProps {
  label: string;
  /** The column's own name. */
  sort: string;
  sorted: Props['sorted'] | undefined;
  texts: Props['texts'];
  onSort: Props['on']['sort'];
}

/** A column's head that sorts by it; pressed again it turns round. */
export function SortButton({ label, sort, sorted, texts, onSort }: SortButtonProps) {
  const rising = sorted === sort;
  const falling = sorted === `-${sort}`;
  return (
    <button
      type="button"
      className={styles['sort']}
      aria-label={fill(texts.sort, { n: label })}
      aria-pressed={rising || falling}
      onClick={() => void onSort?.({ sort: rising ? `-${sort}` : sort })}
    >
      {label}
      {rising && <Icon of={ArrowUp} />}
      {falling && <Icon of={ArrowDown} />}
    </button>
  );
}
