import { useState } from 'react';
import type { Failure } from '#engine/runtime/answer.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { ErrorNote } from '#engine/ui/error-note/error-note.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import type { BlockComponent } from '../code.ts';
import { useOwnerData, useRuntime } from '../contexts.ts';
import styles from './block.module.css';
import type { BlockState, EmptyLink, Props } from './block-state.ts';

/** The block's own skeleton, or a plain one; a screen reader reads out that it is loading. */
export function LoadingFace({ definition, props }: { definition: BlockComponent | undefined; props: Props }) {
  const { session } = useRuntime();
  return (
    <div role="status" className={styles['loading']}>
      <span className={styles['spoken']}>{session.site.texts.loading}</span>
      {definition?.Loading ? <definition.Loading {...props} /> : <Skeleton lines={3} />}
    </div>
  );
}

/** Codes of refusals that a retry does not change. */
const FINAL = new Set([400, 403, 404, 410, 422]);

const isRetryable = ({ kind, status }: Failure) => kind !== 'refusal' || !FINAL.has(status);

/** What failed, and a button to reload it where a retry can help. */
export function FailedFace({ failure, names }: Extract<BlockState, { face: 'failed' }>) {
  const { session } = useRuntime();
  const ownerData = useOwnerData();
  const [busy, setBusy] = useState(false);
  const { failed } = session.site.texts;
  const message = session.policy.messageOf(failure);

  async function reload() {
    setBusy(true);
    await ownerData.reload(names).finally(() => setBusy(false));
  }

  return (
    <ErrorNote
      title={failed}
      {...(message !== failed && { text: message })}
      {...(isRetryable(failure) && { onRetry: () => void reload() })}
      busy={busy}
    />
  );
}

interface EmptyFaceProps {
  text: string | undefined;
  size?: 'block' | 'line';
  link?: EmptyLink | undefined;
}

export function EmptyFace({ text, size, link }: EmptyFaceProps) {
  const { session } = useRuntime();
  return (
    <Empty title={text ?? session.site.texts.empty} size={size}>
      {link && <Button to={link.to}>{link.text}</Button>}
    </Empty>
  );
}
