import { useSyncExternalStore } from 'react';
import type { Waiting } from './editing.ts';
import styles from './studio.module.css';

/** Says while something is being written to the files. */
export function SaveState({ waiting: { subscribe, count } }: { waiting: Waiting }) {
  const isBusy = useSyncExternalStore(subscribe, count) > 0;
  return (
    <span role="status" aria-label="保存" aria-busy={isBusy} className={styles['saving']}>
      {isBusy && '保存中…'}
    </span>
  );
}
