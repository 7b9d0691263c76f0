import { lazy, Suspense } from 'react';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';

/** Most visitors have drawn already, or are not logged in. */
const Popup = lazy(() => import('./shown-popup.tsx'));

/** Nothing for those who have drawn. */
function Lottery({ lottery, ...rest }: BlockComponentProps<'lottery'>) {
  if (!lottery || lottery.is_join === 1) return null;
  return (
    <Suspense>
      <Popup {...rest} lottery={lottery} />
    </Suspense>
  );
}

export default defineBlock('lottery', Lottery);
