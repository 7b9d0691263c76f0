import FileQuestion from '@lucide/icons/icons/file-question-mark';
import { Button } from '#engine/ui/button/button.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { useRuntime } from '../contexts.ts';
import styles from './shown-gone.module.css';

/** Instead of a page about something that does not exist: the server's message, and links on. A retry would not help. */
export default function ShownGone({ message }: { message: string }) {
  const { site, effects } = useRuntime().session;
  const { gone, goneHint, back, backHome } = site.texts;
  const onBack = () => (history.length > 1 ? effects.back() : effects.go(site.pages.home, { replace: true }));
  return (
    <section className={styles['gone']}>
      <Icon of={FileQuestion} className={styles['icon']} />
      <h1>{message || gone}</h1>
      <p className={styles['hint']}>{goneHint}</p>
      <div className={styles['ways']}>
        <Button onClick={onBack}>{back}</Button>
        <Button variant="primary" to={site.pages.home}>
          {backHome}
        </Button>
      </div>
    </section>
  );
}
