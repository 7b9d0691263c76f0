import { type RefObject, useState } from 'react';
import type { BlockComponentProps } from '#blocks/define-block.ts';
import { type Field, startOf, type Texts, toPayload, type Values, validate } from './validate.ts';

type Submit = BlockComponentProps<'form'>['on']['submit'];

interface FormSettings {
  fields: readonly Field[];
  /** Values to start with, by field name. */
  given: Readonly<Record<string, unknown>> | null | undefined;
  texts: Texts;
  onSubmit: Submit;
}

interface FormState {
  values: Values;
  errors: Readonly<Record<string, string>>;
  /** A refusal that belongs to no field. */
  refusal: string;
  busy: boolean;
  set: (name: string, value: Values[string]) => void;
  submit: () => Promise<void>;
}

/**
 * What was typed and what is wrong with it. Whatever the server answers, the values stay;
 * its 422 lands at the fields, and the first field with an error takes the focus.
 */
export function useForm(
  form: RefObject<HTMLFormElement | null>,
  { fields, given, texts, onSubmit }: FormSettings,
): FormState {
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map((field) => [field.name, startOf(field, given)])),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);

  const show = (found: Record<string, string>, rest = '') => {
    setErrors(found);
    setRefusal(rest);
    const first = fields.find((field) => found[field.name] !== undefined);
    if (first) focusField(form.current, first.name);
  };

  return {
    values,
    errors,
    refusal,
    busy,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
    },
    async submit() {
      const found = validate(fields, values, texts);
      show(found);
      if (Object.keys(found).length > 0 || !onSubmit) return;
      setBusy(true);
      const outcome = await onSubmit(toPayload(fields, values));
      setBusy(false);
      if (outcome.ok || outcome.code === -1) return;
      const landed = landing(fields, outcome.errors ?? {});
      show(landed, Object.keys(landed).length > 0 ? '' : outcome.message);
    },
  };
}

/** The server's errors of the fields that the form has. */
function landing(fields: readonly Field[], errors: Record<string, string[]>): Record<string, string> {
  const found = fields.map(({ name }) => [name, errors[name]?.[0]] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name);
  const first = control instanceof RadioNodeList ? control[0] : control;
  if (first instanceof HTMLElement) first.focus();
}
