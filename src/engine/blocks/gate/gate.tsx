import { useGate } from '#engine/ui/gate/gate.ts';
import { GateButton } from '#engine/ui/gate/gate-button.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './gate.module.css';

/** The way to a login or to the state of a review, for whom prices and purchases are not open yet. */
function GateBlock({ variant, size }: BlockComponentProps<'gate'>) {
  if (!useGate()?.link) return null;
  return (
    <div className={styles['gate']}>
      <GateButton variant={variant} size={size} />
    </div>
  );
}

export default defineBlock('gate', GateBlock);
