import { useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { TextArea } from '#engine/ui/text-area/text-area.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import type { Branch, CommitAnswer } from '../../hand-over.ts';
import { GONE } from '../say-refused.ts';
import { makeCommit } from './api.ts';
import type { ChangedFile } from './changed-file.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './hand-over.module.css';
import { sayCommitFault } from './say-git.ts';
import { suggestBranch, suggestMessage } from './suggest.ts';

interface CommitFormProps {
  branch: Branch;
  files: readonly ChangedFile[];
  /** Errors that the config has now. */
  errors: number;
  onCommitted: () => void;
}

/** Puts files that are not committed yet into a commit on a new branch. */
export function CommitForm({ branch, files, errors, onCommitted }: CommitFormProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [named, setNamed] = useState<string>();
  const [written, setWritten] = useState<string>();
  const [answer, setAnswer] = useState<CommitAnswer>();
  const [isGone, setGone] = useState(false);
  const [busy, setBusy] = useState(false);
  const chosen = Object.entries(branch.uncommitted).filter(([path]) => !left.has(path));
  const chosenFiles = files.filter(({ path }) => path in branch.uncommitted && !left.has(path));
  const name = named ?? suggestBranch(chosenFiles);
  const message = written ?? suggestMessage(chosenFiles);

  if (answer?.ok) return <Committed from={branch.name} made={answer} />;
  if (Object.keys(branch.uncommitted).length === 0) return <p>改动都已经提交在分支 {branch.name} 上了。</p>;

  async function commit() {
    setBusy(true);
    const made = await makeCommit({ branch: name, message, files: Object.fromEntries(chosen) });
    setAnswer(made);
    setGone(made === undefined);
    setBusy(false);
    if (made?.ok || made?.reason === 'stale') onCommitted();
  }
  const fault = isGone ? GONE : answer && sayCommitFault(answer.reason, answer.detail);
  const isAboutName = answer?.reason === 'branch-name' || answer?.reason === 'branch-exists';
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void commit();
      }}
    >
      <fieldset className={styles['chosen']}>
        <legend>提交哪些文件</legend>
        {Object.keys(branch.uncommitted).map((path) => (
          <Checkbox
            key={path}
            label={path}
            checked={!left.has(path)}
            onChange={(checked) =>
              setLeft(new Set(checked ? [...left].filter((one) => one !== path) : [...left, path]))
            }
          />
        ))}
      </fieldset>
      <TextField
        label="新分支"
        required
        value={name}
        error={isAboutName ? fault : undefined}
        onChange={({ target }) => setNamed(target.value)}
      />
      <TextArea
        label="说明"
        required
        rows={3}
        value={message}
        hint="第一行写改了什么，不超过 72 个字符；为什么改，空一行写在下面。"
        onChange={({ target }) => setWritten(target.value)}
      />
      {errors > 0 && (
        <p className={styles['warning']}>配置里还有 {errors} 个错误，评审之前要改好（见「问题」）。</p>
      )}
      {fault !== undefined && !isAboutName && (
        <p role="alert" className={styles['error']}>
          {fault}
        </p>
      )}
      <p className={styles['faint']}>
        从 {branch.name ?? 'HEAD'} 现在的提交开出新分支。不切换分支，不动别的文件与暂存区，不运行 git
        钩子，不推送。
      </p>
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" busy={busy} disabled={chosen.length === 0}>
          提交到新分支
        </Button>
      </div>
    </form>
  );
}

interface CommittedProps {
  /** The branch that is checked out. */
  from: string | null;
  made: Extract<CommitAnswer, { ok: true }>;
}

/** What happened, and what did not. */
function Committed({ from, made: { branch, remote, commit } }: CommittedProps) {
  const push = `git push --set-upstream ${remote ?? '<远程>'} ${branch}`;
  return (
    <div className={styles['done']} role="status">
      <p>
        <strong>
          已提交到新分支 {branch}（{commit.slice(0, 8)}）。
        </strong>
      </p>
      <p>
        你还在分支 {from}
        ：文件、暂存区都没有动，这些改动在这里仍是没提交的。没有运行 git 钩子，没有推送。
      </p>
      <p>{remote === null ? '这个仓库还没有远程；加了以后这样推送：' : '请人评审时，这样推送：'}</p>
      <p className={styles['actions']}>
        <code>{push}</code>
        <CopyButton text={push} label="复制" />
      </p>
    </div>
  );
}
