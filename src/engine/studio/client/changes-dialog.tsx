import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import styles from './studio.module.css';

interface ChangesDialogProps {
  open: boolean;
  /** Path -> text before, and now; null where there is no file. */
  files: readonly { path: string; before: string | null; after: string | null }[];
  onClose: () => void;
}

/** The lines in which two texts differ, with two lines around them. */
function differingLines(before: string, after: string): { sign: ' ' | '-' | '+'; text: string }[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const same = (lines: string[]) => lines.map((text) => ({ sign: ' ' as const, text }));
  return [
    ...same(a.slice(Math.max(0, head - 2), head)),
    ...a.slice(head, a.length - tail).map((text) => ({ sign: '-' as const, text })),
    ...b.slice(head, b.length - tail).map((text) => ({ sign: '+' as const, text })),
    ...same(a.slice(a.length - tail, a.length - tail + 2)),
  ];
}

/** What was changed in this session, as text. */
export function ChangesDialog({ open, files, onClose }: ChangesDialogProps) {
  const changed = files.filter(({ before, after }) => before !== after);
  return (
    <Dialog open={open} onClose={onClose} title="这次的改动">
      {changed.length === 0 && <p>没有改动。</p>}
      {changed.map(({ path, before, after }) => (
        <section key={path} aria-label={path}>
          <h3>
            {path}
            {before === null ? '（新文件）' : after === null ? '（删除）' : ''}
          </h3>
          <pre className={styles['diff']}>
            {differingLines(before ?? '', after ?? '').map(({ sign, text }, index) => (
              <span key={`${index} ${text}`} data-sign={sign}>
                {`${sign} ${text}\n`}
              </span>
            ))}
          </pre>
        </section>
      ))}
    </Dialog>
  );
}
