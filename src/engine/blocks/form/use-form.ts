import { type RefObject, useEffect, useRef, useState } from 'react';
import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import type { Formats } from '#engine/runtime/format/formats.ts';
import { useInterpretation } from './interpretation.tsx';
import { type KeepSettings, persistableValues, usePersistedValues } from './persisted-values.ts';
import {
  type Field,
  problemOf,
  startOf,
  type Texts,
  toPayload,
  type Values,
  validate,
  visibleFields,
} from './validate.ts';

type On = BlockComponentProps<'form'>['on'];

interface FormSettings {
  fields: readonly Field[];
  /** Values to start with, by field name. */
  given: Readonly<Record<string, unknown>> | null | undefined;
  texts: Texts;
  /** Where what was typed is kept. */
  keep: KeepSettings;
  on: Pick<On, 'submit' | 'draft' | 'read'>;
}

interface FormState {
  values: Values;
  /** Those that are there with these values. */
  shown: readonly Field[];
  errors: Readonly<Record<string, string>>;
  /** A refusal that belongs to no field. */
  refusal: string;
  busy: boolean;
  /** What was typed earlier has been brought back. */
  restored: boolean;
  /** How the server interprets the current values. */
  understood: ReturnType<typeof useInterpretation>;
  set: (name: string, value: Values[string]) => void;
  /** The reader has left a field: from now on it is validated while typing. */
  leave: (name: string) => void;
  /** Says what is wrong with a field, and goes there. */
  fail: (name: string, problem: string) => void;
  submit: () => Promise<void>;
}

/** Milliseconds without a change after which a draft may be saved. */
const PAUSE = 1_200;

const startValues = (fields: readonly Field[], given: FormSettings['given'], formats: Formats): Values =>
  Object.fromEntries(fields.map((field) => [field.name, startOf(field, given, formats)]));

/**
 * What was typed and what is wrong with it. Whatever the server answers, the values stay;
 * its 422 lands at the fields, and the first field with an error takes the focus.
 */
export function useForm(
  form: RefObject<HTMLFormElement | null>,
  { fields, given, texts, keep, on }: FormSettings,
): FormState {
  const formats = useFormats();
  const [start] = useState<Values>(() => startValues(fields, given, formats));
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);
  const [restored, setRestored] = useState(false);
  const judged = useRef(new Set<string>());
  const typed = useRef(false);
  // An upload ends in the closure of an earlier render: what was typed meanwhile must stay.
  const now = useRef(start);
  const change = (part: Values): Values => {
    now.current = { ...now.current, ...part };
    setValues(now.current);
    return now.current;
  };
  const kept = usePersistedValues(keep, fields, (earlier) => {
    typed.current = true;
    change(persistableValues(fields, { ...now.current, ...startValues(fields, earlier, formats) }));
    setRestored(true);
  });
  useDraft(values, typed, fields, on.draft);
  const understood = useInterpretation(values, start, fields, on.read);

  const show = (found: Readonly<Record<string, string>>, rest = '') => {
    setErrors(found);
    setRefusal(rest);
    const first = fields.find((field) => found[field.name] !== undefined);
    if (first) focusField(form.current, first.name);
  };

  /** The errors with this field validated again, when it is one that is validated while typing. */
  const rejudged = (name: string, next: Values) => (before: Readonly<Record<string, string>>) => {
    const rest = Object.fromEntries(Object.entries(before).filter(([field]) => field !== name));
    const field = fields.find((one) => one.name === name);
    const filled = next[name] !== '' && next[name] !== undefined;
    const problem =
      field && filled && judged.current.has(name) ? problemOf(field, next, { texts, formats }) : undefined;
    return problem === undefined ? rest : { ...rest, [name]: problem };
  };

  return {
    values,
    shown: visibleFields(fields, values),
    errors,
    refusal,
    busy,
    restored,
    understood,
    set(name, value) {
      const next = change({ [name]: value });
      typed.current = true;
      setErrors(rejudged(name, next));
      kept.keep(next);
    },
    leave(name) {
      judged.current.add(name);
      setErrors((before) => {
        if (before[name] !== undefined) return before;
        const found = rejudged(name, values)(before);
        /* Nothing is drawn then: a field is left by the press on a button, which must not move under it. */
        return found[name] === undefined ? before : found;
      });
    },
    fail: (name, problem) => show({ ...errors, [name]: problem }),
    async submit() {
      const there = visibleFields(fields, values);
      const found = validate(there, values, { texts, formats });
      for (const name of Object.keys(found)) judged.current.add(name);
      show(found);
      if (Object.keys(found).length > 0 || !on.submit) return;
      setBusy(true);
      const outcome = await on.submit(toPayload(there, values, formats));
      setBusy(false);
      if (outcome.ok) {
        typed.current = false;
        kept.forget();
        setRestored(false);
        return;
      }
      if (outcome.code === -1) return;
      const landed = fieldErrors(there, outcome.errors ?? {});
      show(landed, Object.keys(landed).length > 0 ? '' : outcome.message);
    },
  };
}

/** Sends the values as a draft when they have not changed for a while. */
function useDraft(
  values: Values,
  typed: RefObject<boolean>,
  fields: readonly Field[],
  onDraft: On['draft'],
): void {
  useEffect(() => {
    if (!typed.current || !onDraft) return undefined;
    const save = () => void (typed.current && onDraft({ ...persistableValues(fields, values) }));
    const timer = setTimeout(save, PAUSE);
    return () => clearTimeout(timer);
  }, [values, typed, fields, onDraft]);
}

/** The server's errors of the fields that can be seen, also where it sent them within another (`rule.tiers`). */
function fieldErrors(there: readonly Field[], errors: Record<string, string[]>): Record<string, string> {
  const named = Object.entries(errors).map(([path, [message]]) => [path.split('.').at(-1), message] as const);
  const nested = new Map(named);
  const seen = there.filter(({ kind }) => kind !== 'hidden');
  const found = seen.map(({ name }) => [name, errors[name]?.[0] ?? nested.get(name)] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name);
  const first = control instanceof RadioNodeList ? control[0] : control;
  if (first instanceof HTMLElement) first.focus();
}
