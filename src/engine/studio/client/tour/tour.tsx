import { useEffect, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { type Seen, STEPS } from './steps.ts';
import styles from './tour.module.css';

type Language = 'zh' | 'en';

const WORDS = {
  zh: { name: '导览', next: '下一步', end: '完成', skip: '不看了', other: 'English', done: '做到了' },
  en: { name: 'Tour', next: 'Next', end: 'Done', skip: 'Skip', other: '中文', done: 'Done it' },
} as const;

interface TourProps {
  seen: Seen;
  onEnd: () => void;
}

/** Leads through the studio by doing: each step waits until it has been done, or is passed over. */
export function Tour({ seen, onEnd }: TourProps) {
  const [language, setLanguage] = useState<Language>(navigator.language.startsWith('zh') ? 'zh' : 'en');
  const [at, setAt] = useState(0);
  const step = STEPS[at];
  const [begun, setBegun] = useState(false);
  const isDone = begun && step?.isDone(seen) === true;
  const words = WORDS[language];

  /* What was so before the step began is not done in it. */
  if (step && !begun && !step.isDone(seen)) setBegun(true);

  useEffect(() => {
    const target = step && document.querySelector(step.target);
    target?.setAttribute('data-tour-now', '');
    return () => target?.removeAttribute('data-tour-now');
  }, [step]);

  if (step === undefined) return null;
  const isLast = at === STEPS.length - 1;
  const go = () => {
    if (isLast) return onEnd();
    setBegun(false);
    return setAt(at + 1);
  };
  return (
    <section aria-label={words.name} lang={language} className={styles['tour']}>
      <p className={styles['count']}>
        {at + 1} / {STEPS.length}
      </p>
      <h2>{step.title[language]}</h2>
      <p className={styles['text']}>{step.text[language]}</p>
      <p role="status" className={styles['done']}>
        {isDone ? words.done : ''}
      </p>
      <div className={styles['buttons']}>
        <Button size="sm" variant="primary" onClick={go}>
          {isLast ? words.end : words.next}
        </Button>
        {!isLast && (
          <Button size="sm" variant="quiet" onClick={onEnd}>
            {words.skip}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}>
          {words.other}
        </Button>
      </div>
    </section>
  );
}
