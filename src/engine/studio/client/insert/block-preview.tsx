import { useEffect, useState } from 'react';
import styles from './insert.module.css';

/** ms that a type must be looked at until it is shown: passing over others shows none of them. */
const LINGER = 150;

/** What the catalogue shows of a block type. */
const addressOf = (type: string) => `/catalogue/#preview/${type}`;

/** The example of a block type as it looks: one frame, in which one type after the other is shown. */
export function BlockPreview({ type, title }: { type: string; title: string }) {
  const [shown, setShown] = useState(type);
  useEffect(() => {
    const timer = setTimeout(() => setShown(type), LINGER);
    return () => clearTimeout(timer);
  }, [type]);
  return (
    <section aria-label="预览" className={styles['preview']}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the development server's own catalogue */}
      <iframe title={`${title} 的样子`} src={addressOf(shown)} inert className={styles['frame']} />
    </section>
  );
}
