import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { Drawer } from '#engine/ui/drawer/drawer.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './dialog.module.css';

export default function ShownDialog(props: BlockComponentProps<'dialog'>) {
  const { title, size, side, closeText, on, children } = props;
  const frame = { open: true, title, dismissText: closeText, onClose: () => void on.close?.() };
  const content = <div className={styles['stack']}>{children}</div>;
  return side === 'right' ? (
    <Drawer {...frame}>{content}</Drawer>
  ) : (
    <Dialog {...frame} size={size}>
      {content}
    </Dialog>
  );
}
