import { type CSSProperties, Suspense } from 'react';
import { onPress } from '#engine/ui/late/on-press.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './side-drawer.module.css';

/** Most visits never open it. */
const Panel = onPress(() => import('./shown-panel.tsx'));

/** Beside the toolbar, without a backdrop: the page stays usable while it is open. Its blocks exist only then. */
function SideDrawer(props: BlockComponentProps<'side-drawer'>) {
  const { title, open, openWidth, closedWidth } = props;
  const style = { '--drawer-open': `${openWidth}px`, '--drawer-closed': `${closedWidth}px` } as CSSProperties;
  return (
    <aside aria-label={title} data-open={open} className={styles['drawer']} style={style}>
      {open && (
        <Suspense>
          <Panel {...props} />
        </Suspense>
      )}
    </aside>
  );
}

export default defineBlock('side-drawer', SideDrawer);
