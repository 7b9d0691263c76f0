import { useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import type { Editing } from '../editing.ts';
import type { OwnerNode } from '../shop-model.ts';
import { CopyPageDialog } from './copy-page-dialog.tsx';
import { NewPageDialog } from './new-page-dialog.tsx';
import styles from './pages.module.css';
import { RenamePageDialog } from './rename-page-dialog.tsx';

type Action = 'new' | 'copy' | 'rename';

interface PageActionsProps {
  editing: Editing;
  /** The page that is shown. */
  page: OwnerNode | undefined;
  /** A page has this address now; `at` is when it begins (`2026-11-01T09:30`), where it does. */
  onMade: (path: string, at?: string) => void;
}

/** What can be done to a page as a whole. */
export function PageActions({ editing, page, onMade }: PageActionsProps) {
  const [action, setAction] = useState<Action>();
  const dialog = (name: Action) => ({
    editing,
    open: action === name,
    onClose: () => setAction(undefined),
    onMade: (path: string, at?: string) => {
      setAction(undefined);
      onMade(path, at);
    },
  });
  return (
    <div role="group" aria-label="页面的操作" className={styles['actions']}>
      <Button size="sm" onClick={() => setAction('copy')}>
        复制活动…
      </Button>
      <Button size="sm" onClick={() => setAction('rename')}>
        页面改名…
      </Button>
      <Button size="sm" variant="primary" onClick={() => setAction('new')}>
        新页面
      </Button>
      <NewPageDialog {...dialog('new')} />
      <CopyPageDialog {...dialog('copy')} page={page} />
      <RenamePageDialog {...dialog('rename')} page={page} />
    </div>
  );
}
