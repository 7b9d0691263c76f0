import { cx } from '#engine/ui/cx.ts';
import { readCompared, toggleCompared } from '#shop/domain/compared.ts';
import styles from './compare-toggle.module.css';

interface CompareToggleProps {
  id: number;
  /** Of the good, for readers who do not see which one it belongs to. */
  name: string;
  /** 比较. */
  text: string;
  /** What is chosen so far: `3,17`. */
  compared: string | null;
  choose: (event: { ids: string | null }) => unknown;
  className?: string | undefined;
}

/** Chooses a good to be compared with others, or leaves it out again. */
export function CompareToggle({ id, name, text, compared, choose, className }: CompareToggleProps) {
  return (
    <button
      type="button"
      className={cx(styles['toggle'], className)}
      aria-pressed={readCompared(compared).includes(id)}
      aria-label={`${text} ${name}`}
      onClick={() => void choose({ ids: toggleCompared(compared, id) })}
    >
      <span className={styles['pill']}>{text}</span>
    </button>
  );
}
