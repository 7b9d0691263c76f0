import { useState } from 'react';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { RadioGroup } from '#engine/ui/radio-group/radio-group.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './appearance.module.css';
import { type KeptAppearance, keepAppearance, readAppearance } from './kept-appearance.ts';

interface ChoicesProps {
  texts: BlockComponentProps<'appearance'>['texts'];
  onClose: () => void;
}

const THEMES = ['light', 'dark', 'system'] as const;
const DENSITIES = ['normal', 'compact', 'large'] as const;

/** The choices, shown as soon as they are made. */
export default function Choices({ texts, onClose }: ChoicesProps) {
  const [chosen, setChosen] = useState(readAppearance);
  const choose = (change: Partial<KeptAppearance>) => {
    const next = { ...chosen, ...change };
    setChosen(next);
    keepAppearance(next);
  };
  const optionsOf = <Value extends (typeof THEMES)[number] | (typeof DENSITIES)[number]>(
    values: readonly Value[],
  ) => values.map((value) => ({ value, label: texts[value] }));
  return (
    <Dialog open size="sm" title={texts.title} onClose={onClose} dismissText={texts.dismiss}>
      <div className={styles['choices']}>
        <RadioGroup
          legend={texts.theme}
          layout="chips"
          value={chosen.theme}
          options={optionsOf(THEMES)}
          onChange={(value) => choose({ theme: THEMES.find((one) => one === value) ?? 'light' })}
        />
        <RadioGroup
          legend={texts.density}
          layout="chips"
          value={chosen.density}
          options={optionsOf(DENSITIES)}
          onChange={(value) => choose({ density: DENSITIES.find((one) => one === value) ?? 'normal' })}
        />
        <p className={styles['note']}>{texts.kept}</p>
      </div>
    </Dialog>
  );
}
