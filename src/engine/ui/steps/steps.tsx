import Check from '@lucide/icons/icons/check';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { useTexts } from '../texts.ts';
import styles from './steps.module.css';

export interface StepItem {
  title: string;
  description?: string | undefined;
}

export interface StepsProps {
  /** What the steps lead to, for screen readers. */
  label: string;
  items: readonly StepItem[];
  /** From 0; as many as there are items when all is done. */
  current: number;
}

/** Where one is in a fixed sequence. */
export function Steps({ label, items, current }: StepsProps) {
  const { stepDone } = useTexts();
  return (
    <ol className={styles['steps']} aria-label={label}>
      {items.map((item, index) => (
        <li
          key={item.title}
          className={cx(
            styles['step'],
            index < current && styles['done'],
            index === current && styles['current'],
          )}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles['mark']}>{index < current ? <Done text={stepDone} /> : index + 1}</span>
          <span className={styles['text']}>
            <span className={styles['title']}>{item.title}</span>
            {item.description && <span className={styles['description']}>{item.description}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Done({ text }: { text: string }) {
  return (
    <>
      <Icon of={Check} />
      <span className="visually-hidden">{text}</span>
    </>
  );
}
