import { useState } from 'react';
import type { Offense } from '#engine/compiler/offense.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { TextArea } from '#engine/ui/text-area/text-area.tsx';
import styles from './studio.module.css';

interface TextEditorProps {
  file: string;
  text: string;
  /** What is wrong in this file. */
  offenses: readonly Offense[];
  /** Whether something was typed that is not saved. */
  onTyped?: (isTyped: boolean) => void;
  /** Answers why the text was not saved, else undefined. */
  onSave: (text: string) => Promise<string | undefined>;
}

/** A file as text, for what no form can change. */
export function TextEditor({ file, text, offenses, onTyped, onSave }: TextEditorProps) {
  const [typed, setTyped] = useState<{ of: string; text: string }>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const shown = typed?.text ?? text;
  const isElsewhere = typed !== undefined && typed.of !== text;
  const words = offenses.map(({ line, message, hint }) => `第 ${line} 行：${message.zh} ${hint.zh}`);
  function type(next: { of: string; text: string } | undefined) {
    setTyped(next);
    onTyped?.(next !== undefined && next.text !== next.of);
  }
  async function save() {
    setBusy(true);
    const refused = await onSave(shown);
    setBusy(false);
    setProblem(refused);
    if (refused === undefined) type(undefined);
  }
  return (
    <div className={styles['text']}>
      {words.length > 0 && <pre className={styles['error']}>{words.join('\n')}</pre>}
      <TextArea
        label={file}
        rows={24}
        spellCheck={false}
        value={shown}
        error={problem}
        onChange={({ target }) => type({ of: typed?.of ?? text, text: target.value })}
      />
      {isElsewhere && (
        <p role="alert" className={styles['elsewhere']}>
          文件在别处改过。保存会用上面的文字盖掉它。
          <Button size="sm" onClick={() => type(undefined)}>
            放弃我的，读入新的
          </Button>
        </p>
      )}
      <Button variant="primary" busy={busy} disabled={shown === text} onClick={() => void save()}>
        保存文字
      </Button>
    </div>
  );
}
