import { useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState('');
  return (
    <Button size="sm" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}>
      <span aria-live="polite">{copied === text ? '已复制' : label}</span>
    </Button>
  );
}
