import Columns from '@lucide/icons/icons/columns-3';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { Flyout } from '#engine/ui/flyout/flyout.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import styles from './data-table.module.css';
import type { ColumnChoice } from './use-columns.ts';

interface ColumnPickerProps {
  label: string;
  choices: readonly ColumnChoice[];
  onChange: (id: string, shown: boolean) => void;
}

/** A button over the table that opens the list of its columns. Cards of a narrow screen show them as well. */
export function ColumnPicker({ label, choices, onChange }: ColumnPickerProps) {
  return (
    <Flyout
      className={styles['tool']}
      trigger={
        <>
          <Icon of={Columns} />
          {label}
        </>
      }
    >
      <span role="group" aria-label={label} className={styles['choices']}>
        {choices.map(({ id, label: name, shown }) => (
          <Checkbox key={id} label={name} checked={shown} onChange={(next) => onChange(id, next)} />
        ))}
      </span>
    </Flyout>
  );
}
