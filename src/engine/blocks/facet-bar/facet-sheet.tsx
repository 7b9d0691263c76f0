import type { ReactNode } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { Drawer } from '#engine/ui/drawer/drawer.tsx';
import styles from './facet-bar.module.css';

interface FacetSheetProps {
  title: string;
  clearText: string;
  doneText: string;
  onClear: () => void;
  onClose: () => void;
  /** The rows. */
  children: ReactNode;
}

/** All filters at the foot of a narrow window; the list behind it follows each choice. */
export default function FacetSheet({
  title,
  clearText,
  doneText,
  onClear,
  onClose,
  children,
}: FacetSheetProps) {
  return (
    <Drawer
      open
      side="bottom"
      width="75dvh"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClear}>{clearText}</Button>
          <Button variant="primary" onClick={onClose}>
            {doneText}
          </Button>
        </>
      }
    >
      <div className={styles['sheet']}>{children}</div>
    </Drawer>
  );
}
