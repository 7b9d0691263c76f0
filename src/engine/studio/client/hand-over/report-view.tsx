import { marked } from 'marked';
import { useEffect, useState } from 'react';
import { ErrorNote } from '#engine/ui/error-note/error-note.tsx';
import { clean } from '#engine/ui/prose/clean.ts';
import type { ReportAnswer, TextsBefore } from '../../hand-over.ts';
import { makeReport } from './api.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './hand-over.module.css';

interface ReportProps {
  texts: ReadonlyMap<string, string>;
  before: TextsBefore;
}

/** What a reviewer will be told, as `npm run report` writes it. */
export function ReportView({ texts, before }: ReportProps) {
  const [made, setMade] = useState<{ of: unknown; answer: ReportAnswer }>();
  useEffect(() => {
    let isWanted = true;
    const make = async () => {
      const answer = await makeReport(before);
      if (isWanted) setMade({ of: texts, answer });
    };
    void make();
    return () => {
      isWanted = false;
    };
  }, [texts, before]);
  if (made?.of !== texts) return <p role="status">正在比较…</p>;
  const { answer } = made;
  if (!answer.ok) return <ErrorNote title="还比较不了" text={answer.text} />;
  /* A column without a name has no header. */
  const html = clean(marked.parse(answer.markdown, { async: false }).replaceAll('<th></th>', '<td></td>'));
  return (
    <>
      <div className={styles['actions']}>
        <CopyButton text={answer.markdown} label="复制 Markdown" />
      </div>
      {/* oxlint-disable-next-line react/no-danger -- cleaned above */}
      <div className={styles['report']} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
