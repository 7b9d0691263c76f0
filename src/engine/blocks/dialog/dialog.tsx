import { lazy, Suspense } from 'react';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';

/** Most visits never open it. */
const Shown = lazy(() => import('./shown-dialog.tsx'));

function DialogBlock(props: BlockComponentProps<'dialog'>) {
  return props.open ? (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  ) : null;
}

export default defineBlock('dialog', DialogBlock);
