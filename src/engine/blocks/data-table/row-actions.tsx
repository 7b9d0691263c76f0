import ArrowDown from '@lucide/icons/icons/arrow-down';
import ArrowUp from '@lucide/icons/icons/arrow-up';
import Pencil from '@lucide/icons/icons/pencil';
import Trash from '@lucide/icons/icons/trash';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { usePress } from '../use-press.ts';
import styles from './data-table.module.css';

const ICONS = { up: ArrowUp, down: ArrowDown, edit: Pencil, remove: Trash };

interface RowActionsProps {
  row: unknown;
  actions: BlockComponentProps<'data-table'>['actions'];
  onPress: BlockComponentProps<'data-table'>['on']['press'];
}

/** The buttons of one row. While one is at work the others of the row wait. */
export function RowActions({ row, actions, onPress }: RowActionsProps) {
  const { busy, press } = usePress((id) => onPress?.({ id, row }));
  const shown = actions.filter(({ show }) => show?.(row) ?? true);
  if (shown.length === 0) return null;
  return (
    <span className={styles['actions']}>
      {shown.map(({ id, text, icon: name, tone }) => {
        const icon = name && ICONS[name];
        const className = tone === 'danger' ? styles['danger'] : undefined;
        return icon ? (
          <IconButton
            key={id}
            size="sm"
            label={text}
            icon={<Icon of={icon} />}
            className={className}
            onClick={() => press(id)}
          />
        ) : (
          <Button
            key={id}
            size="sm"
            variant="quiet"
            busy={busy === id}
            className={className}
            onClick={() => press(id)}
          >
            {text}
          </Button>
        );
      })}
    </span>
  );
}
