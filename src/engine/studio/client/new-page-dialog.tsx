import { useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import styles from './studio.module.css';

const KINDS: Record<string, string> = { page: '普通页面', activity: '活动（有起止时间）', zone: '专区' };

interface NewPageDialogProps {
  kinds: readonly string[];
  open: boolean;
  onClose: () => void;
  /** Answers what is wrong, else undefined. */
  onCreate: (kind: string, name: string, title: string) => Promise<string | undefined>;
}

/** A new page from a scaffold. */
export function NewPageDialog({ kinds, open, onClose, onCreate }: NewPageDialogProps) {
  const [kind, setKind] = useState('page');
  const [name, setName] = useState('');
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isName = /^[a-z][a-z0-9]*(?:[-_/][a-z0-9]+)*$/.test(name);
  async function create() {
    setBusy(true);
    setError(await onCreate(kind, name, title));
    setBusy(false);
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="新页面"
      footer={
        <Button variant="primary" busy={busy} disabled={!isName} onClick={() => void create()}>
          建立
        </Button>
      }
    >
      <div className={styles['fields']}>
        <SelectField
          label="种类"
          value={kind}
          options={kinds.map((one) => ({ value: one, label: KINDS[one] ?? one }))}
          onChange={({ target }) => setKind(target.value)}
        />
        <TextField label="标题" value={title} onChange={({ target }) => setTitle(target.value)} />
        <TextField
          label="地址"
          prefix="/"
          required
          hint="小写字母、数字与 -，以字母开头"
          value={name}
          error={error ?? (name !== '' && !isName ? '只能用小写字母、数字与 -，以字母开头' : undefined)}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
    </Dialog>
  );
}
