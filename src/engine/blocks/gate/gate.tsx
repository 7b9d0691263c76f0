import { useGate } from '#engine/ui/gate/gate.ts';
import { GateButton } from '#engine/ui/gate/gate-button.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './gate.module.css';

/** A link to the login or to the state of a review, for readers who may not see prices or buy yet. */
function GateBlock({ variant, size }: BlockComponentProps<'gate'>) {
  if (!useGate()?.link) return null;
  return (
    <div className={styles['gate']}>
      <GateButton variant={variant} size={size} />
    </div>
  );
}

export default defineBlock('gate', GateBlock);
