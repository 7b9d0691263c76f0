import { useState } from 'react';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import type { ScaffoldFault, StudioKind } from '../../protocol.ts';
import { clockText, momentAt } from '../../text/moments.ts';
import { makePage } from '../api.ts';
import type { Editing } from '../editing.ts';
import { GONE, sayRefused } from '../say-refused.ts';
import { MomentField } from './moment-field.tsx';
import { PageDialog } from './page-dialog.tsx';
import { isName, NAME_RULE, nameError } from './page-name.ts';
import styles from './pages.module.css';

const FAULTS: Record<ScaffoldFault, string> = {
  kind: '没有这种页面的模板了，重新打开工作室再试。',
  name: '这个地址不能用。',
  title: '标题里不能有标点，不超过 40 个字。',
  moment: '起止时间不对。',
  value: '填的内容里不能有标点，不超过 40 个字。',
};

/** Days that an activity lasts, unless it is said. */
const USUAL_DAYS = 30;

interface NewPageProps {
  editing: Editing;
  open: boolean;
  onClose: () => void;
  /** The address of the page that was made, and when it begins. */
  onMade: (path: string, at?: string) => void;
}

/** A new page from one of the shop's scaffolds. */
export function NewPageDialog({ editing, open, onClose, onMade }: NewPageProps) {
  return (
    <PageDialog open={open} onClose={onClose} title="新页面" form="studio-new-page" submitText="建立">
      {(setBusy) => <NewPage editing={editing} onMade={onMade} setBusy={setBusy} />}
    </PageDialog>
  );
}

function dayFromNow(days: number, timeZone: string): string {
  return `${clockText(Date.now() / 1000 + days * 86_400, timeZone).slice(0, 10)}T00:00`;
}

type Form = Pick<NewPageProps, 'editing' | 'onMade'> & { setBusy: (busy: boolean) => void };

function NewPage({ editing, onMade, setBusy }: Form) {
  const { kinds, shop } = editing;
  const { timeZone, locale } = shop.registry.site;
  const [chosen, setChosen] = useState(kinds[0]?.name ?? '');
  const [name, setName] = useState('');
  const [title, setTitle] = useState('');
  const [from, setFrom] = useState(() => dayFromNow(1, timeZone));
  const [until, setUntil] = useState(() => dayFromNow(1 + USUAL_DAYS, timeZone));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<string>();
  const kind = kinds.find((one) => one.name === chosen);
  const [begins, ends] = [momentAt(from, timeZone), momentAt(until, timeZone)];
  const isOrdered = begins !== undefined && ends !== undefined && Date.parse(begins) < Date.parse(ends);

  async function create(wanted: StudioKind): Promise<string | undefined> {
    if (!isName(name)) return `地址只能用${NAME_RULE}。`;
    if (wanted.isDated && !isOrdered) return '结束要在开始之后。';
    const given = wanted.fields.map((field) => [field.name, values[field.name] ?? field.value]);
    const made = await makePage({
      kind: wanted.name,
      name,
      title,
      values: Object.fromEntries(given),
      ...(wanted.isDated && { from: begins, until: ends }),
    });
    if (made === undefined) return GONE;
    if ('fault' in made) return FAULTS[made.fault];
    const files = Object.entries(made.files);
    const taken = files.find(([path]) => path.startsWith('config/pages/') && shop.texts.has(path));
    if (taken !== undefined) return `${taken[0]} 已经有了。`;
    const refused = await editing.write(new Map(files));
    return refused && sayRefused(refused);
  }

  async function submit() {
    if (kind === undefined) return;
    setBusy(true);
    const fault = await create(kind);
    setBusy(false);
    setError(fault);
    if (fault === undefined) onMade(`/${name}`, kind.isDated ? from : undefined);
  }
  return (
    <form
      id="studio-new-page"
      className={styles['fields']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SelectField
        label="种类"
        value={chosen}
        hint={kind?.hint}
        options={kinds.map((one) => ({ value: one.name, label: one.label }))}
        onChange={({ target }) => setChosen(target.value)}
      />
      <TextField label="标题" value={title} onChange={({ target }) => setTitle(target.value)} />
      <TextField
        label="地址"
        prefix="/"
        required
        hint={NAME_RULE}
        value={name}
        error={nameError(name)}
        onChange={({ target }) => setName(target.value)}
      />
      {kind?.isDated && (
        <div className={styles['pair']}>
          <MomentField clock={{ timeZone, locale }} label="开始" value={from} onChange={setFrom} />
          <MomentField
            clock={{ timeZone, locale }}
            label="结束"
            value={until}
            error={isOrdered ? undefined : '结束要在开始之后'}
            onChange={setUntil}
          />
        </div>
      )}
      {kind?.fields.map((field) => (
        <TextField
          key={field.name}
          label={field.label}
          hint={field.hint}
          required
          value={values[field.name] ?? field.value}
          onChange={({ target }) => setValues({ ...values, [field.name]: target.value })}
        />
      ))}
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </form>
  );
}
