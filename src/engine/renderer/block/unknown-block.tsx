import { useEffect } from 'react';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import { fill } from '#engine/ui/fill.ts';
import { useRuntime } from '../contexts.ts';
import styles from './block.module.css';

/** A block whose type has no component: on the page while it is being built, in the log for buyers. Never silent. */
export function UnknownBlock({ placed: { block, source } }: { placed: PlacedBlock }) {
  const { development, session } = useRuntime();
  const message = fill(session.site.texts.unknownBlock, { block, ...source });
  useEffect(() => console.error(message), [message]);
  return development ? (
    <p role="alert" className={styles['problem']}>
      {message}
    </p>
  ) : null;
}
