import { objectEntries } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { labelOf } from '../form/variants.ts';
import styles from './calls.module.css';

interface FillDialogProps {
  open: boolean;
  reference: string;
  /** Of the selected block. */
  schema: JsonSchema;
  error: string | undefined;
  onFill: (prop: string) => void;
  onClose: () => void;
}

/** Which prop of the selected block a reference is put into. */
export function FillDialog({ open, reference, schema, error, onFill, onClose }: FillDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`把 ${reference} 填入`}>
      {error !== undefined && (
        <p role="alert" className={styles['wrong']}>
          {error}
        </p>
      )}
      <ul className={styles['props']} aria-label="属性">
        {objectEntries(schema['properties']).map(([name, property]) => (
          <li key={name}>
            <button type="button" onClick={() => onFill(name)}>
              {labelOf(name, property)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
