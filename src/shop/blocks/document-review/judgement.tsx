import { useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { TextArea } from '#engine/ui/text-area/text-area.tsx';
import styles from './document-review.module.css';
import type { Item, Texts } from './tones.ts';

interface JudgementProps {
  id: number;
  state: Item['certificate']['state'];
  /** What it was rejected for. */
  reason: string;
  reasons: readonly string[];
  texts: Texts;
  on: BlockComponentProps<'document-review'>['on'];
  onDone: () => void;
}

/** Pass, or reject with a reason that the owner will read. */
export function Judgement({ id, state, reason: given, reasons, texts, on, onDone }: JudgementProps) {
  const [reason, setReason] = useState(given);
  const [busy, setBusy] = useState<'pass' | 'reject' | null>(null);
  const [problem, setProblem] = useState<string>();

  async function judge(how: 'pass' | 'reject'): Promise<void> {
    if (busy !== null) return;
    if (how === 'reject' && reason.trim() === '') return setProblem(texts.reasonNeeded);
    setBusy(how);
    const outcome =
      how === 'pass' ? await on.pass?.({ id }) : await on.reject?.({ id, reason: reason.trim() });
    setBusy(null);
    if (!outcome || outcome.ok) return onDone();
    if (outcome.code !== -1) setProblem(outcome.errors?.['reason']?.[0] ?? outcome.message);
  }

  return (
    <div className={styles['judgement']}>
      {state !== 'approved' && (
        <Button variant="primary" size="lg" busy={busy === 'pass'} onClick={() => void judge('pass')}>
          {texts.pass}
        </Button>
      )}
      <TextArea
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        error={problem}
        rows={3}
        maxLength={200}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
          setProblem(undefined);
        }}
      />
      <div className={styles['reasons']}>
        {reasons.map((text) => (
          <Button key={text} size="sm" variant="quiet" onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </div>
      <Button variant="danger" busy={busy === 'reject'} onClick={() => void judge('reject')}>
        {texts.reject}
      </Button>
    </div>
  );
}
