import { Suspense, useState } from 'react';
import { onPress } from '#engine/ui/late/on-press.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './appearance.module.css';

const Choices = onPress(() => import('./shown-choices.tsx'));

function Appearance({ texts }: BlockComponentProps<'appearance'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['place']}>
      <button type="button" className={styles['button']} onClick={() => setOpen(true)}>
        {texts.open}
      </button>
      {isOpen && (
        <Suspense>
          <Choices texts={texts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

export default defineBlock('appearance', Appearance);
