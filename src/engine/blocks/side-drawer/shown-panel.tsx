import X from '@lucide/icons/icons/x';
import { type RefObject, useEffect, useRef } from 'react';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
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
  const panel = useRef<HTMLDivElement>(null);
  useKeptFocus(panel, heading);
  return (
    <div
      ref={panel}
      className={styles['panel']}
      role="presentation"
      onKeyDown={(event) => event.key === 'Escape' && void on.close?.()}
    >
      <div className={styles['head']}>
        <h2 ref={heading} tabIndex={-1} className={styles['title']}>
          {title}
        </h2>
        <IconButton size="sm" label={closeText} icon={<Icon of={X} />} onClick={() => void on.close?.()} />
      </div>
      <div className={styles['body']}>{children}</div>
    </div>
  );
}

/** When what has the focus goes from the area, and nothing else takes it, it goes to `instead`. */
function useKeptFocus(area: RefObject<HTMLElement | null>, instead: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = area.current;
    if (!within) return undefined;
    let last: Node | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target as Node;
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !last || last.isConnected) return;
      last = null;
      instead.current?.focus({ preventScroll: true });
    });
    within.addEventListener('focusin', note);
    observer.observe(within, { childList: true, subtree: true });
    return () => {
      within.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [area, instead]);
}
