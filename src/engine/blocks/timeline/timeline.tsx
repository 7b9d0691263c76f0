import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import styles from './timeline.module.css';

function Timeline({ label, items }: BlockComponentProps<'timeline'>) {
  const formats = useFormats();
  const newestFirst = items
    .map((event, index) => ({ ...event, index }))
    .toSorted((a, b) => b.at - a.at || b.index - a.index);
  return (
    <ol className={styles['timeline']} aria-label={label}>
      {newestFirst.map((event) => (
        <li key={event.index} className={styles['event']}>
          <time className={styles['at']} dateTime={new Date(event.at * 1000).toISOString()}>
            {formats.time(event.at)}
          </time>
          <span>{event.text}</span>
        </li>
      ))}
    </ol>
  );
}

export default defineBlock('timeline', Timeline);
