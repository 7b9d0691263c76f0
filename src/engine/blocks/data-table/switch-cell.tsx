import { useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import type { Column } from './cell.tsx';

interface SwitchCellProps {
  column: Column;
  row: unknown;
  /** What the row is called, for the name that is read aloud. */
  rowName: string;
  onSwitch: BlockComponentProps<'data-table'>['on']['switch'];
}

/** A switch of one row. It shows what was chosen while the answer is awaited, and then what the row says. */
export function SwitchCell({ column, row, rowName, onSwitch }: SwitchCellProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (column.show && !column.show(row)) return null;
  const change = async (on: boolean) => {
    setChosen(on);
    await onSwitch?.({ name: column.name ?? '', on: on ? 1 : 0, row });
    setChosen(null);
  };
  return (
    <Checkbox
      label={`${rowName} ${column.label}`}
      hideLabel
      checked={chosen ?? Boolean(column.value(row))}
      disabled={column.locked?.(row) ?? false}
      onChange={(on) => void change(on)}
    />
  );
}
