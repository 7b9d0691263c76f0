import { structuredPatch } from 'diff';
import { type ChangedFile, verbOf } from './changed-file.ts';
import styles from './hand-over.module.css';

/** Lines around a change. */
const CONTEXT = 3;

const VERBS = { add: '新文件', change: '', remove: '删除' };

interface Line {
  sign: string;
  text: string;
  /** Numbers of the line before and now; one of them where it is in one of them alone. */
  before: number | undefined;
  after: number | undefined;
}

interface Hunk {
  /** Number of its first line, to tell it by. */
  at: string;
  lines: Line[];
}

function hunksOf({ before, after }: ChangedFile): Hunk[] {
  const { hunks } = structuredPatch('', '', before ?? '', after ?? '', '', '', { context: CONTEXT });
  return hunks.map(({ oldStart, newStart, lines }) => {
    let [old, now] = [oldStart, newStart];
    return {
      at: `${oldStart} ${newStart}`,
      lines: lines
        .filter((line) => !line.startsWith('\\'))
        .map((line) => {
          const sign = line.charAt(0);
          return {
            sign,
            text: line.slice(1).replace(/\r$/, ''),
            before: sign === '+' ? undefined : old++,
            after: sign === '-' ? undefined : now++,
          };
        }),
    };
  });
}

interface DiffProps {
  files: readonly ChangedFile[];
  onOpen: (path: string, line: number) => void;
}

/** The lines in which each file differs from what it was. */
export const DiffView = ({ files, onOpen }: DiffProps) => (
  <div className={styles['files']}>
    {files.length === 0 && <p>没有改动。</p>}
    {files.map((file) => {
      const hunks = hunksOf(file);
      const signs = hunks.flatMap(({ lines }) => lines.map(({ sign }) => sign));
      const count = (sign: string) => signs.filter((one) => one === sign).length;
      const first = hunks[0]?.lines.find(({ sign }) => sign !== ' ')?.after ?? 1;
      return (
        <section key={file.path} aria-label={file.path} className={styles['file']}>
          <h3>
            <button type="button" className={styles['place']} onClick={() => onOpen(file.path, first)}>
              {file.path}
            </button>
            <span className={styles['verb']}>{VERBS[verbOf(file)]}</span>
            <span className={styles['added']}>+{count('+')}</span>
            <span className={styles['gone']}>−{count('-')}</span>
          </h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well */}
          <div className={styles['diff']} role="group" aria-label={`${file.path} 的改动`} tabIndex={0}>
            {hunks.map(({ at, lines }) => (
              <pre key={at}>
                {lines.map(({ sign, text, before, after }) => (
                  <span key={`${before} ${after}`} data-sign={sign}>
                    <span className={styles['number']} aria-hidden="true">
                      {before}
                    </span>
                    <span className={styles['number']} aria-hidden="true">
                      {after}
                    </span>
                    {`${sign} ${text}\n`}
                  </span>
                ))}
              </pre>
            ))}
          </div>
        </section>
      );
    })}
  </div>
);
