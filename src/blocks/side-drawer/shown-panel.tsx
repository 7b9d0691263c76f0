import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { IconButton } from '#ui/icon-button/icon-button.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './side-drawer.module.css';

/** What is inside while it is open. The focus comes here, and goes back to where it was; Esc closes. */
export default function Panel({ title, closeText, on, children }: BlockComponentProps<'side-drawer'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);
  return (
    <div
      className={styles['panel']}
      role="presentation"
      onKeyDown={(event) => event.key === 'Escape' && void on.close?.()}
    >
      <div className={styles['head']}>
        <h2 ref={heading} tabIndex={-1} className={styles['title']}>
          {title}
        </h2>
        <IconButton
          size="sm"
          label={closeText}
          icon={<X aria-hidden="true" />}
          onClick={() => void on.close?.()}
        />
      </div>
      <div className={styles['body']}>{children}</div>
    </div>
  );
}
