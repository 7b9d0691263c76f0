import CircleAlert from '@lucide/icons/icons/circle-alert';
import { Fragment, useId, useRef } from 'react';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import type { DayBox } from '#engine/ui/date-field/date-field.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Control } from './control.tsx';
import styles from './form.module.css';
import { Interpretation } from './interpretation.tsx';
import { useForm } from './use-form.ts';
import { type Field, problemOf } from './validate.ts';

/** Characters that a fitted form gives less than its width. */
const SHORT = 20;

function Form({
  label,
  fields,
  values: given,
  layout,
  submitText,
  links,
  keep,
  keepDays,
  fitted,
  texts,
  on,
}: BlockComponentProps<'form'>) {
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const state = useForm(form, { fields, given, texts, keep: { name: keep, days: keepDays }, on });
  const { values, shown, errors, refusal, busy, restored, understood, set, leave, fail, submit } = state;

  /** Sends a code to the number that another field holds, once that is a number. */
  async function sendCode(field: Field): Promise<boolean> {
    const target = fields.find(({ name }) => name === field.sends);
    if (!target) return false;
    const problem = problemOf({ ...target, required: true }, values, { texts, formats });
    if (problem !== undefined) {
      fail(target.name, problem);
      return false;
    }
    const outcome = await on.code?.({ phone: String(values[target.name]).trim(), name: field.name });
    if (!outcome || outcome.ok) return outcome?.ok ?? false;
    if (outcome.errors?.['phone']) fail(target.name, outcome.errors['phone'][0] ?? outcome.message);
    else fail(field.name, outcome.message);
    return false;
  }

  /** The other end of the range that a field begins. */
  function untilOf({ range }: Field): DayBox | undefined {
    const end = fields.find(({ name }) => name === range);
    return (
      end && {
        ...end,
        value: String(values[end.name] ?? ''),
        onChange: (value) => set(end.name, value),
        onLeave: () => leave(end.name),
      }
    );
  }
  return (
    <form
      ref={form}
      className={cx(styles[layout], fitted && styles['fitted'])}
      aria-label={label}
      noValidate
      // Until the page is interactive nothing typed may end up in the address.
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      {refusal && (
        <p className={styles['refusal']} role="alert">
          <Icon of={CircleAlert} />
          {refusal}
        </p>
      )}
      {restored && (
        <p className={styles['restored']} role="status">
          {texts.restored}
        </p>
      )}
      {shown
        .filter(({ name, kind }) => kind !== 'hidden' && !fields.some(({ range }) => range === name))
        .map((field) => (
          <Fragment key={field.name}>
            {field.section && <h2 className={styles['section']}>{field.section}</h2>}
            <div
              className={cx(
                styles['cell'],
                field.half && styles['half'],
                field.range && styles['range'],
                (field.maxLength ?? Infinity) <= SHORT && styles['short'],
              )}
            >
              <Control
                id={`${id}-${field.name}`}
                field={field}
                value={values[field.name] ?? ''}
                until={untilOf(field)}
                error={errors[field.name] ?? errors[field.range ?? '']}
                texts={texts}
                hideLabel={layout === 'inline'}
                on={on}
                onSend={() => sendCode(field)}
                onLeave={() => leave(field.name)}
                onChange={(value) => set(field.name, value)}
              />
            </div>
          </Fragment>
        ))}
      <Interpretation answer={understood} texts={texts} />
      <div className={styles['actions']}>
        <Button
          type="submit"
          variant={layout === 'inline' ? 'secondary' : 'primary'}
          size={layout === 'inline' ? 'md' : 'lg'}
          block={layout === 'stacked'}
          busy={busy}
        >
          {submitText}
        </Button>
        {links.length > 0 && (
          <p className={styles['links']}>
            {links.map((link) => (
              <Link key={link.to} to={link.to} tone="text">
                {link.text}
              </Link>
            ))}
          </p>
        )}
      </div>
    </form>
  );
}

export default defineBlock('form', Form);
