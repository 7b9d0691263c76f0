import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { Tabs } from '#engine/ui/tabs/tabs.tsx';
import type { BranchAnswer, TextsBefore } from '../../hand-over.ts';
import { openInEditor } from '../api.ts';
import type { Editing } from '../editing.ts';
import { fetchBranch } from './api.ts';
import { changedFiles } from './changed-file.ts';
import { CommitForm } from './commit-form.tsx';
import { DiffView } from './diff-view.tsx';
import styles from './hand-over.module.css';
import { OffensesView } from './offenses-view.tsx';
import { PicturesView } from './pictures-view.tsx';
import { ReportView } from './report-view.tsx';
import { NO_BRANCH } from './say-git.ts';

type Tab = 'diff' | 'offenses' | 'pictures' | 'report' | 'commit';

interface HandOverProps {
  editing: Editing;
  open: boolean;
  onClose: () => void;
}

/** What has changed since the branch's base, as those see it who will judge it; and its way to them. */
export function HandOverDialog({ editing, open, onClose }: HandOverProps) {
  return (
    <Dialog open={open} onClose={onClose} title="改动与交付" size="lg">
      <HandOver editing={editing} />
    </Dialog>
  );
}

function HandOver({ editing }: { editing: Editing }) {
  const { texts, reload } = editing;
  /** Counts the times that something else than the texts has changed the answer. */
  const [commits, setCommits] = useState(0);
  const [found, setFound] = useState<{ texts: unknown; commits: number; branch: BranchAnswer }>();
  const [tab, setTab] = useState<Tab>('diff');
  /* What is on the disk is what will be committed. */
  useEffect(() => {
    void reload();
  }, [reload]);
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const answer = await fetchBranch();
      if (isWanted) setFound({ texts, commits, branch: answer });
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [texts, commits]);
  const branch = found?.branch;
  const before = useMemo<TextsBefore>(
    () => (branch?.ok ? branch.before : Object.fromEntries(editing.touched)),
    [branch, editing.touched],
  );
  if (branch === undefined) return <p role="status">正在读取改动…</p>;

  const files = changedFiles(before, texts);
  const onOpen = (path: string, line: number) =>
    void openInEditor(`${editing.folder}/${path.slice('config/'.length)}`, line);
  const panels: Record<Tab, ReactNode> = {
    diff: <DiffView files={files} onOpen={onOpen} />,
    offenses: <OffensesView texts={texts} before={before} onOpen={onOpen} />,
    pictures: <PicturesView before={before} />,
    report: <ReportView texts={texts} before={before} />,
    commit: branch.ok && (
      <CommitForm
        branch={branch}
        files={files}
        errors={editing.offenses.length}
        onCommitted={() => setCommits(commits + 1)}
      />
    ),
  };
  return (
    <div className={styles['handOver']}>
      <p className={styles['base']}>
        {branch.ok
          ? `分支 ${branch.name ?? '（没有检出分支）'}，与 ${branch.base} 相比（从 ${branch.fork.slice(0, 8)} 分出）。`
          : NO_BRANCH[branch.reason]}
      </p>
      <Tabs
        label="改动"
        items={[
          { id: 'diff', label: '改动', count: files.length },
          { id: 'offenses', label: '问题' },
          { id: 'pictures', label: '前后图' },
          { id: 'report', label: '评审报告' },
          ...(branch.ok ? [{ id: 'commit', label: '提交' }] : []),
        ]}
        value={tab}
        onChange={(id) => setTab(id as Tab)}
      >
        <div className={styles['panel']}>{panels[tab]}</div>
      </Tabs>
    </div>
  );
}
