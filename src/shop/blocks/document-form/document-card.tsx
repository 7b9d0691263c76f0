import { useId } from 'react';
import { useDayWords } from '#engine/blocks/use-day-words.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import DateField from '#engine/ui/date-field/date-field.tsx';
import { Tag, type TagTone } from '#engine/ui/tag/tag.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import { DocumentFiles } from './document-files.tsx';
import styles from './document-form.module.css';
import type { Entry, Item, Problems, SentFile, Settings } from './documents.ts';

const TONES: Readonly<Record<Item['state'], TagTone>> = {
  none: 'neutral',
  pending: 'info',
  approved: 'success',
  rejected: 'danger',
};

const AGE_TONES: Readonly<Record<Item['age'], TagTone>> = {
  '': 'neutral',
  valid: 'success',
  expiring: 'warning',
  expired: 'danger',
};

interface DocumentCardProps {
  settings: Settings;
  item: Item;
  entry: Entry;
  problems: NonNullable<Problems[string]>;
  onChange: (part: Partial<Entry> | ((entry: Entry) => Partial<Entry>)) => void;
  onView: (file: SentFile) => void;
}

/** One document: what it is and how it stands, its files, and what stands in it. */
export function DocumentCard({ settings, item, entry, problems, onChange, onView }: DocumentCardProps) {
  const { locked, whole, texts } = settings;
  const id = useId();
  const editable = entry.open && !locked;
  const words = useDayWords();
  const common = (name: 'number' | 'issuer' | 'issued' | 'expires') => ({
    name: `${item.kind}-${name}`,
    label: texts[name],
    value: entry[name],
    error: problems[name],
    disabled: !editable || (name === 'expires' && entry.long),
  });
  const field = (name: 'number' | 'issuer') => ({
    ...common(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const day = (name: 'issued' | 'expires') => ({
    ...common(name),
    words,
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id} className={styles['name']}>
          {item.label}
        </h2>
        <Tag tone={item.needed === 1 ? 'brand' : 'neutral'}>
          {item.needed === 1 ? texts.needed : texts.optional}
        </Tag>
        <Tag tone={TONES[item.state]}>{item.state_text}</Tag>
        {item.age_text !== '' && item.state === 'approved' && (
          <Tag tone={AGE_TONES[item.age]}>{item.age_text}</Tag>
        )}
        {!locked && (item.needed === 0 || (item.state !== 'none' && item.state !== 'rejected')) && (
          <Button size="sm" variant="quiet" onClick={() => onChange({ open: !entry.open })}>
            {entry.open ? texts.keepAsIs : item.state === 'none' ? texts.begin : texts.change}
          </Button>
        )}
      </div>
      {item.hint !== '' && <p className={styles['hint']}>{item.hint}</p>}
      {item.state === 'rejected' && item.reason !== '' && (
        <p className={styles['reason']}>
          <strong>{texts.reason}</strong>
          {item.reason}
        </p>
      )}
      {(entry.open || item.state !== 'none') && (
        <div className={styles['content']}>
          <DocumentFiles
            {...{ settings, item, editable, onChange, onView }}
            files={entry.files}
            problem={problems.files}
          />
          {/* Where single ones are renewed, what stands in the others would only bury the one in hand. */}
          {(editable || whole) && (
            <div className={styles['fields']}>
              <TextField {...field('number')} maxLength={40} required={editable} />
              <TextField {...field('issuer')} maxLength={60} required={editable} />
              <DateField {...day('issued')} required={editable} />
              <div className={styles['until']}>
                <DateField {...day('expires')} required={editable && !entry.long} />
                <Checkbox
                  label={texts.long}
                  name={`${item.kind}-long`}
                  checked={entry.long}
                  disabled={!editable}
                  onChange={(long) => onChange(long ? { long, expires: '' } : { long })}
                />
              </div>
            </div>
          )}
        </div>
      )}
    </section>
  );
}
