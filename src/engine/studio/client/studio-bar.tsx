import type { ReactNode } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import type { Editing, Refused } from './editing.ts';
import { SaveState } from './save-state.tsx';
import styles from './studio.module.css';

/** A panel under the shop, of which one is open at a time. */
export type Panel = 'time' | 'data';

const PANELS: Readonly<Record<Panel, string>> = { time: '时间线', data: '数据' };

interface StudioBarProps {
  editing: Editing;
  /** How the shop is looked at. */
  children: ReactNode;
  /** What can be done to the page. */
  actions: ReactNode;
  panel: Panel | undefined;
  onPanel: (panel: Panel | undefined) => void;
  onChanges: () => void;
  onTour: () => void;
  tell: (refused: Refused | undefined) => unknown;
}

/** The head of the studio. */
export const StudioBar = ({
  editing: { waiting, canUndo, canRedo, undo, redo },
  children,
  actions,
  panel,
  onPanel,
  onChanges,
  onTour,
  tell,
}: StudioBarProps) => (
  <header aria-label="工作室" className={styles['bar']}>
    <h1>工作室</h1>
    {children}
    <span className={styles['gap']}>
      <SaveState waiting={waiting} />
    </span>
    <span className={styles['tools']} data-tour="panels">
      {(['time', 'data'] as const).map((name) => (
        <Button
          key={name}
          size="sm"
          aria-expanded={panel === name}
          onClick={() => onPanel(panel === name ? undefined : name)}
        >
          {PANELS[name]}
        </Button>
      ))}
    </span>
    <Button size="sm" data-tour="undo" disabled={!canUndo} onClick={() => void undo().then(tell)}>
      撤销
    </Button>
    <Button size="sm" disabled={!canRedo} onClick={() => void redo().then(tell)}>
      重做
    </Button>
    <Button size="sm" data-tour="changes" onClick={onChanges}>
      改动
    </Button>
    {actions}
    <Button size="sm" variant="quiet" onClick={onTour}>
      导览
    </Button>
  </header>
);
