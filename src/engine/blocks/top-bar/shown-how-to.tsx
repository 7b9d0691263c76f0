import { Button } from '#engine/ui/button/button.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './shown-how-to.module.css';

interface HowToProps {
  url: string;
  name: string;
  texts: BlockComponentProps<'top-bar'>['texts'];
  onClose: () => void;
}

/** An internet shortcut, which every desktop opens with the browser. */
function save(url: string, name: string): void {
  const file = new Blob([`[InternetShortcut]\r\nURL=${url}\r\n`], { type: 'application/internet-shortcut' });
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(file);
  anchor.download = `${name}.url`;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}

/** How the shop gets onto a desktop, browser by browser, and a shortcut to download. */
export default function HowTo({ url, name, texts, onClose }: HowToProps) {
  const footer = (
    <Button variant="primary" onClick={() => save(url, name)}>
      {texts.desktopSave}
    </Button>
  );
  return (
    <Dialog
      open
      size="sm"
      title={texts.desktopTitle}
      onClose={onClose}
      dismissText={texts.dismiss}
      footer={footer}
    >
      <p>{texts.desktopHow}</p>
      <ol className={styles['steps']}>
        {texts.desktopSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Dialog>
  );
}
