import { useEffect, useEffectEvent, useState } from 'react';
import type { BlockAnswers } from '#engine/generated/blocks.ts';
import { cx } from '../../ui/cx.ts';
import type { BlockComponentProps } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import styles from './form.module.css';
import { type Field, type Texts, toPayload, type Values } from './validate.ts';

type Answer = BlockAnswers['form']['read'];

/** Milliseconds without a change before the server is called. */
const PAUSE = 500;

/** How the server interprets the current values; null before anything was typed, or where the page has no `read` event. */
export function useInterpretation(
  values: Values,
  start: Values,
  fields: readonly Field[],
  onRead: BlockComponentProps<'form'>['on']['read'],
): Answer | null {
  const formats = useFormats();
  const [answer, setAnswer] = useState<Answer | null>(null);
  // A change of the values causes a call, a new rendering does not.
  const request = useEffectEvent(async (isLate: () => boolean) => {
    const outcome = await onRead?.({ ...toPayload(fields, values, formats) });
    if (outcome?.ok && !isLate()) setAnswer(outcome.data ?? null);
  });
  const whole = isWhole(fields, start);
  useEffect(() => {
    if (values === start && !whole) return undefined;
    let late = false;
    const timer = setTimeout(() => void request(() => late), PAUSE);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [values, start, whole]);
  return answer;
}

/** A form that is valid at the start is interpreted at once; any other, from the first change on. */
const isWhole = (fields: readonly Field[], values: Values): boolean =>
  fields.some(({ required }) => required) &&
  fields.every(({ name, required }) => !required || (values[name] ?? '') !== '');

/** What was understood, or why nothing was; read aloud when it changes. */
export function Interpretation({ answer, texts }: { answer: Answer | null; texts: Texts }) {
  const formats = useFormats();
  if (answer === null) return null;
  const { words, amounts = [], problem } = answer;
  if (words.length === 0 && amounts.length === 0 && problem === '') return null;
  return (
    <div className={styles['understood']} role="status">
      <b>{texts.understood}</b>
      {problem === '' ? (
        <ul>
          {amounts.map(({ id, label, amount, strong }) => (
            <li key={id} className={cx(styles['amount'], strong && styles['sum'])}>
              <span>{label}</span>
              <span>{formats.money(amount)}</span>
            </li>
          ))}
          {words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p className={styles['error']}>{problem}</p>
      )}
    </div>
  );
}
