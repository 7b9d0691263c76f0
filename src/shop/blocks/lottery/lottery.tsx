import { Suspense } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { late } from '#engine/ui/late/late.tsx';

/** Most visitors have drawn already, or are not logged in. */
const Popup = late('src/shop/blocks/lottery/shown/popup', () => import('./shown/popup.tsx'));
const Panel = late('src/shop/blocks/lottery/shown/panel', () => import('./shown/panel.tsx'));

/** The popup shows nothing to those who have drawn; the panel stays as long as there is a lottery. */
function Lottery(props: BlockComponentProps<'lottery'>) {
  const { variant, lottery, activity } = props;
  if (variant === 'panel') {
    return activity ? (
      <Suspense>
        <Panel {...props} activity={activity} />
      </Suspense>
    ) : null;
  }
  if (!lottery || lottery.is_join === 1) return null;
  return (
    <Suspense>
      <Popup {...props} lottery={lottery} />
    </Suspense>
  );
}

export default defineBlock('lottery', Lottery);
