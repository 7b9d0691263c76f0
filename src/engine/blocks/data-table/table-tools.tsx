import Download from '@lucide/icons/icons/download';
import { type ReactNode, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { ColumnPicker } from './column-picker.tsx';
import styles from './data-table.module.css';
import { SavedViews } from './saved-views.tsx';
import type { ColumnChoice } from './use-columns.ts';

interface TableToolsProps {
  props: BlockComponentProps<'data-table'>;
  /** The filters on show. */
  search: string;
  choices: readonly ColumnChoice[];
  onShow: (id: string, shown: boolean) => void;
}

/** The files that a table can be written into. */
const FORMATS = [
  { format: 'xlsx', text: 'export' },
  { format: 'csv', text: 'exportCsv' },
] as const;

/** The line over a table: saved filters, then what takes the table elsewhere and which columns it has. */
export function TableTools({ props, search, choices, onShow }: TableToolsProps) {
  const { on, rows, table, texts, views } = props;
  const exportRows = rows.length > 0 ? on.export : undefined;
  const shownChoices = rows.length > 0 ? choices : [];
  const hasViews = table !== undefined && (views.length > 0 || (on.saveView !== undefined && search !== ''));
  if (!hasViews && !exportRows && shownChoices.length === 0) return null;
  return (
    <div className={styles['tools']}>
      {hasViews && <SavedViews {...props} search={search} />}
      <span className={styles['toolEnd']}>
        {exportRows &&
          FORMATS.map(({ format, text }) => (
            <ToolButton key={format} onPress={() => exportRows({ table: table ?? '', search, format })}>
              <Icon of={Download} />
              {texts[text]}
            </ToolButton>
          ))}
        {shownChoices.length > 0 && (
          <ColumnPicker label={texts.columns} choices={shownChoices} onChange={onShow} />
        )}
      </span>
    </div>
  );
}

function ToolButton({ onPress, children }: { onPress: () => Promise<unknown>; children: ReactNode }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    await onPress();
    setBusy(false);
  };
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => void press()}
    >
      {children}
    </button>
  );
}
