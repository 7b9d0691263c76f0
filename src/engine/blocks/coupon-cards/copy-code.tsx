import Check from '@lucide/icons/icons/check';
import Copy from '@lucide/icons/icons/copy';
import { useState } from 'react';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './coupon-cards.module.css';

interface CopyCodeProps extends Pick<BlockComponentProps<'coupon-cards'>, 'texts'> {
  code: string;
}

/** The code to be typed at the checkout, and a button that copies it. */
export function CopyCode({ code, texts }: CopyCodeProps) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // Where the browser refuses, the code can still be selected and copied by hand.
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <p className={styles['code']}>
      <code>{code}</code>
      <IconButton
        size="sm"
        label={fill(texts.copy, { code })}
        icon={copied ? <Icon of={Check} /> : <Icon of={Copy} />}
        onClick={copy}
      />
      <span role="status" className={styles['small']}>
        {copied && texts.copied}
      </span>
    </p>
  );
}
