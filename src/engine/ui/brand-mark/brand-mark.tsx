import { cx } from '../cx.ts';
import styles from './brand-mark.module.css';

export interface BrandMarkProps {
  /** Its first two characters are cut into the seal. */
  name: string;
  tagline?: string | undefined;
  size?: 'sm' | 'md';
}

/** The shop's name beside a seal made of its first two characters. */
export function BrandMark({ name, tagline, size = 'md' }: BrandMarkProps) {
  return (
    <span className={cx(styles['mark'], styles[size])}>
      <span className={styles['seal']} aria-hidden="true">
        {Array.from(name)
          .slice(0, 2)
          .map((character) => (
            <span key={character}>{character}</span>
          ))}
      </span>
      <span className={styles['words']}>
        <span className={styles['name']}>{name}</span>
        {tagline && <span className={styles['tagline']}>{tagline}</span>}
      </span>
    </span>
  );
}
