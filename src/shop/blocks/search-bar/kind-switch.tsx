import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import styles from './kind-switch.module.css';
import type { Query } from './use-suggestions.ts';

interface KindSwitchProps {
  value: Query['type'];
  texts: BlockComponentProps<'search-bar'>['texts'];
  onChange: (kind: Query['type']) => void;
}

const KINDS = ['goods', 'maker'] as const;

/** Which of the two is searched. */
export function KindSwitch({ value, texts, onChange }: KindSwitchProps) {
  return (
    <fieldset className={styles['switch']}>
      <legend className="visually-hidden">{texts.kind}</legend>
      {KINDS.map((kind) => (
        <label key={kind} className={styles['kind']}>
          <input
            type="radio"
            className="visually-hidden"
            name="type"
            value={kind}
            checked={kind === value}
            onChange={() => onChange(kind)}
          />
          {texts[kind]}
        </label>
      ))}
    </fieldset>
  );
}
