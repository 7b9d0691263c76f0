import { Suspense } from 'react';
import { onPress } from '#engine/ui/late/on-press.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';

/** Most visits never open it. */
const Shown = onPress(() => import('./shown-dialog.tsx'));

function DialogBlock(props: BlockComponentProps<'dialog'>) {
  return props.open ? (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  ) : null;
}

export default defineBlock('dialog', DialogBlock);
