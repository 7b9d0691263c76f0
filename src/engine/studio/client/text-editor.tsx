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
  /** Answers why the text was not saved, else undefined. */
  onSave: (text: string) => Promise<string | undefined>;
}

/** A file as text, for what no form can change. */
export function TextEditor({ file, text, offenses, onSave }: TextEditorProps) {
  const [typed, setTyped] = useState<{ of: string; text: string }>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const shown = typed?.of === text ? typed.text : text;
  const words = offenses.map(({ line, message, hint }) => `第 ${line} 行：${message.zh} ${hint.zh}`);
  async function save() {
    setBusy(true);
    setProblem(await onSave(shown));
    setBusy(false);
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
        onChange={({ target }) => setTyped({ of: text, text: target.value })}
      />
      <Button variant="primary" busy={busy} disabled={shown === text} onClick={() => void save()}>
        保存文字
      </Button>
    </div>
  );
}
