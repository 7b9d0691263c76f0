import { type FormEvent, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './code-scanner.module.css';
import { useCamera } from './use-camera.ts';

/** A camera that reads codes where the browser can, and beside it a field that takes one typed or from a scanner. */
function CodeScanner({ texts, on }: BlockComponentProps<'code-scanner'>) {
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const scan = (read: string) => {
    setCode(read);
    void on.scan?.({ code: read });
  };
  const { state, video, start, stop } = useCamera(scan);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = code.trim();
    setEmpty(text === '');
    if (text !== '') scan(text);
  };
  const isRunning = state === 'starting' || state === 'on';
  return (
    <div className={styles['scanner']}>
      {/* Mounted before it is needed: the picture needs somewhere to go. */}
      <video
        ref={video}
        className={styles['picture']}
        hidden={state !== 'on'}
        muted
        playsInline
        aria-hidden="true"
      />
      <p className={styles['state']} role="status">
        {state === 'off' ? '' : texts[state]}
      </p>
      <Button
        variant={isRunning ? 'secondary' : 'primary'}
        size="lg"
        type="button"
        onClick={isRunning ? stop : start}
      >
        {isRunning ? texts.stop : texts.start}
      </Button>
      <form className={styles['typed']} onSubmit={submit}>
        <TextField
          label={texts.code}
          hint={texts.codeHint}
          {...(isEmpty && { error: texts.codeMissing })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={60}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit">{texts.submit}</Button>
      </form>
    </div>
  );
}

export default defineBlock('code-scanner', CodeScanner);
