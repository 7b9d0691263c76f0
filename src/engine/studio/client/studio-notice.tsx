import type { Offense } from '#engine/compiler/offense.ts';
import styles from './studio.module.css';

interface StudioNoticeProps {
  /** Why the last change was not made; empty when it was. */
  notice: string;
  /** What is wrong with the files. */
  offenses: readonly Offense[];
  onText: (file: string) => void;
}

/** What somebody must know before going on; nothing when all is well. */
export function StudioNotice({ notice, offenses, onText }: StudioNoticeProps) {
  if (notice === '' && offenses.length === 0) return null;
  return (
    <div role="alert" className={styles['notice']}>
      {notice}
      {notice === '' &&
        offenses.map(({ file, line, message }) => (
          <p key={`${file} ${line} ${message.zh}`}>
            <button type="button" className={styles['source']} onClick={() => onText(file)}>
              {file}:{line}
            </button>{' '}
            {message.zh}
          </p>
        ))}
    </div>
  );
}
