import { cx } from '../cx.ts';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** CSS sizes; by default a line of text as wide as its container. */
  width?: string;
  height?: string;
  /** width / height, instead of a height. */
  ratio?: number;
  /** That many lines of text, the last one shorter. */
  lines?: number;
  round?: boolean;
}

/** A quiet stand-in of the size of what will come. The one who shows it says aloud that something is loading. */
export function Skeleton({ width, height, ratio, lines = 1, round = false }: SkeletonProps) {
  return Array.from({ length: lines }, (_, index) => (
    <span
      key={index}
      aria-hidden="true"
      className={cx(
        styles['skeleton'],
        lines > 1 && index === lines - 1 && styles['last'],
        round && styles['round'],
      )}
      style={{ width, height, aspectRatio: ratio }}
    />
  ));
}
