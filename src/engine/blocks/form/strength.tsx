import { type PasswordStrength, passwordStrength } from '#engine/runtime/validation/password.ts';
import { cx } from '#engine/ui/cx.ts';
import styles from './form.module.css';
import type { Texts } from './validate.ts';

const LEVELS: readonly PasswordStrength[] = ['weak', 'fair', 'strong'];

/** How hard the password is to guess, in three bars and a word. */
export function Strength({ password, texts }: { password: string; texts: Texts }) {
  if (password === '') return null;
  const strength = passwordStrength(password);
  const words = { weak: texts.strengthWeak, fair: texts.strengthFair, strong: texts.strengthStrong };
  const reached = LEVELS.indexOf(strength);
  return (
    <p className={cx(styles['strength'], styles[strength])} role="status">
      <span className={styles['bars']} aria-hidden="true">
        {LEVELS.map((level, index) => (
          <span key={level} className={index <= reached ? styles['lit'] : undefined} />
        ))}
      </span>
      <span className="visually-hidden">{texts.strengthLabel}</span>
      {words[strength]}
    </p>
  );
}
