import { useEffect, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { TextField, type TextFieldProps } from '#engine/ui/text-field/text-field.tsx';
import styles from './form.module.css';
import type { Texts } from './validate.ts';

interface CodeFieldProps extends TextFieldProps {
  texts: Texts;
  /** Seconds until another may be sent. */
  wait: number;
  /** Sends a code; answers what went wrong, in words, or null. */
  onSend: (() => Promise<boolean>) | undefined;
}

/** A code that comes by short message: a field, and a button that counts down until it may be pressed again. */
export default function CodeField({ texts, wait, onSend, hint, ...field }: CodeFieldProps) {
  const [left, setLeft] = useState(0);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  async function send(): Promise<void> {
    setBusy(true);
    const done = (await onSend?.()) ?? false;
    setBusy(false);
    if (!done) return;
    setSent(true);
    setLeft(wait);
  }

  return (
    <div className={styles['code']}>
      <TextField
        {...field}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        hint={sent ? texts.codeSent : hint}
      />
      <Button busy={busy} disabled={left > 0} onClick={() => void send()}>
        {left > 0 ? fill(texts.sendAgain, { n: left }) : texts.sendCode}
      </Button>
    </div>
  );
}
