import Search from '@lucide/icons/icons/search';
import { Suspense, useState } from 'react';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { onPress } from '#engine/ui/late/on-press.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './command-palette.module.css';
import { useIsApple } from './use-is-apple.ts';
import { useShortcut } from './use-shortcut.ts';

/** Most visits never open it. */
const Finder = onPress(() => import('./finder.tsx'));

function CommandPalette(props: BlockComponentProps<'command-palette'>) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const isApple = useIsApple();
  const open = () => setState('open');
  useShortcut(open);
  return (
    <>
      <button
        type="button"
        className={styles['open']}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon of={Search} />
        {props.texts.open}
        <kbd aria-hidden="true" className={styles['keys']}>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {state !== 'unused' && (
        <Suspense>
          <Finder {...props} open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}

export default defineBlock('command-palette', CommandPalette);
