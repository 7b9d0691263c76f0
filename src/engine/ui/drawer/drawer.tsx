import type { CSSProperties } from 'react';
import { cx } from '../cx.ts';
import { Modal, type ModalProps } from '../modal/modal.tsx';
import styles from './drawer.module.css';

export interface DrawerProps extends ModalProps {
  side?: 'right' | 'left' | 'bottom';
  /** CSS width (height at the bottom), at most the window's. */
  width?: string;
}

/** A modal that slides in from an edge. */
export function Drawer({ side = 'right', width = '24rem', ...modal }: DrawerProps) {
  const style = { '--drawer-size': width } as CSSProperties;
  return <Modal {...modal} className={cx(styles['drawer'], styles[side])} style={style} />;
}
