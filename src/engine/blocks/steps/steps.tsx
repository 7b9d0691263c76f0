import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Steps as StepLine } from '#engine/ui/steps/steps.tsx';
import styles from './steps.module.css';

function Steps({ label, items, current }: BlockComponentProps<'steps'>) {
  return (
    <div className={styles['banner']}>
      <StepLine label={label} items={items} current={current - 1} />
    </div>
  );
}

export default defineBlock('steps', Steps);
