import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId, useRef } from 'react';
import { type BlockComponentProps, defineBlock } from '#blocks/define-block.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/cx.ts';
import { Link } from '#ui/link/link.tsx';
import { Control } from './control.tsx';
import styles from './form.module.css';
import { useForm } from './use-form.ts';

function Form({
  label,
  fields,
  values: given,
  layout,
  submitText,
  links,
  texts,
  on,
}: BlockComponentProps<'form'>) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const { values, errors, refusal, busy, set, submit } = useForm(form, {
    fields,
    given,
    texts,
    onSubmit: on.submit,
  });
  return (
    <form
      ref={form}
      className={styles[layout]}
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
          <CircleAlert aria-hidden="true" />
          {refusal}
        </p>
      )}
      {fields
        .filter(({ kind }) => kind !== 'hidden')
        .map((field) => (
          <div key={field.name} className={cx(styles['cell'], field.half && styles['half'])}>
            <Control
              id={`${id}-${field.name}`}
              field={field}
              value={values[field.name] ?? ''}
              error={errors[field.name]}
              texts={texts}
              hideLabel={layout === 'inline'}
              on={on}
              onChange={(value) => set(field.name, value)}
            />
          </div>
        ))}
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
