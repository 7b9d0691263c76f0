import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './tag.module.css';

export type TagTone = 'brand' | 'promo' | 'info' | 'success' | 'warning' | 'danger' | 'neutral';

export interface TagProps {
  tone?: TagTone;
  /** Filled, for the one tag that must be seen first. */
  solid?: boolean;
  children: ReactNode;
}

/** A short fact about the thing beside it. */
export function Tag({ tone = 'neutral', solid = false, children }: TagProps) {
  return <span className={cx(styles['tag'], styles[tone], solid && styles['solid'])}>{children}</span>;
}
