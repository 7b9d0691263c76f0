import { useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './totals.module.css';

type Props = BlockComponentProps<'totals'>;

interface ButtonsProps extends Pick<Props, 'buttons'> {
  press: Props['on']['press'];
}

/** What can be done with the sum, one below the other; while one is at work the others wait. */
export function Buttons({ buttons, press }: ButtonsProps) {
  const [busy, setBusy] = useState<number | null>(null);
  const run = async (index: number, id: string) => {
    if (busy !== null) return;
    setBusy(index);
    await press?.({ id });
    setBusy(null);
  };
  return (
    <div className={styles['buttons']}>
      {buttons.map(({ id, text, to, variant, off }, index) => (
        <Button
          key={text}
          variant={variant}
          size="lg"
          block
          {...(to === undefined
            ? { disabled: off, busy: busy === index, onClick: () => void run(index, id) }
            : { to })}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
