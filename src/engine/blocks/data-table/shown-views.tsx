import Trash from '@lucide/icons/icons/trash';
import { type FormEvent, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import styles from './data-table.module.css';

type Props = BlockComponentProps<'data-table'>;
type View = Props['views'][number];

interface ShownViewsProps extends Props {
  /** The filters on show. */
  search: string;
  /** Save the filters on show, or change those that are saved. */
  mode: 'new' | 'all';
  onClose: () => void;
}

const NAME_LENGTH = 20;

export default function ShownViews(props: ShownViewsProps) {
  const { mode, views, texts, search, onClose } = props;
  return (
    <Dialog open size="sm" title={mode === 'new' ? texts.saveView : texts.manageViews} onClose={onClose}>
      {mode === 'new' ? (
        <ViewForm {...props} view={{ name: '', search, is_default: 0 }} onSaved={onClose} />
      ) : (
        views.map((view) => (
          <ViewForm
            key={view.id}
            {...props}
            view={view}
            onSaved={() => {}}
            onRemoved={views.length === 1 ? onClose : () => {}}
          />
        ))
      )}
    </Dialog>
  );
}

interface ViewFormProps extends Props {
  view: Pick<View, 'name' | 'search' | 'is_default'> & { id?: number };
  onSaved: () => void;
  onRemoved?: () => void;
}

/** The name of one, and whether the page opens with it. */
function ViewForm({ table, view, texts, on, onSaved, onRemoved }: ViewFormProps) {
  const [name, setName] = useState(view.name);
  const [isDefault, setIsDefault] = useState(view.is_default === 1);
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<{ ok: boolean } | undefined>, then: () => void) => {
    if (busy) return;
    setBusy(true);
    const outcome = await work();
    setBusy(false);
    if (outcome?.ok) then();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { id, search } = view;
    const saved = {
      table: table ?? '',
      ...(id !== undefined && { id }),
      name: name.trim(),
      search,
      is_default: isDefault ? (1 as const) : (0 as const),
    };
    void act(async () => on.saveView?.(saved), onSaved);
  };
  const { id } = view;
  return (
    <form className={styles['viewForm']} aria-label={view.name || texts.saveView} onSubmit={save}>
      <TextField
        label={texts.viewName}
        required
        maxLength={NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox label={texts.viewDefault} checked={isDefault} onChange={setIsDefault} />
      <span className={styles['actions']}>
        {id !== undefined && onRemoved && (
          <IconButton
            size="sm"
            label={fill(texts.remove, { n: view.name })}
            icon={<Icon of={Trash} />}
            className={styles['danger']}
            onClick={() => void act(async () => on.removeView?.({ id }), onRemoved)}
          />
        )}
        <Button type="submit" size="sm" variant={id === undefined ? 'primary' : 'secondary'} busy={busy}>
          {texts.save}
        </Button>
      </span>
    </form>
  );
}
