import { useEffect } from 'react';
import { Link } from '#engine/ui/link/link.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './forward.module.css';

function Forward({ name, targets, otherwise, text, linkText, on }: BlockComponentProps<'forward'>) {
  const to = targets.find((target) => target.name === name)?.to ?? otherwise;
  const { ready } = on;
  useEffect(() => {
    void ready?.({ to });
  }, [ready, to]);
  return (
    <div className={styles['forward']}>
      <span className={styles['spinner']} aria-hidden="true" />
      <p role="status">{text}</p>
      <Link to={to} tone="text" className={styles['link']}>
        {linkText}
      </Link>
    </div>
  );
}

export default defineBlock('forward', Forward);
