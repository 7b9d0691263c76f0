import { useState } from 'react';
import type { Facet } from '#engine/generated/schemas.ts';
import { cx } from '#engine/ui/cx.ts';
import type { BlockComponentProps } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import styles from './facet-bar.module.css';
import { RangeFields } from './range-fields.tsx';

type Props = BlockComponentProps<'facet-bar'>;

/** The length of a line of options beside "any" and "more", in full-width characters. */
const LINE = 72;

/** Around an option. */
const GAP = 1.5;

export type RowTexts = Pick<
  Props,
  'allText' | 'moreText' | 'lessText' | 'visible' | 'fromText' | 'toText' | 'applyText'
>;

interface RowProps extends RowTexts {
  facet: Facet;
  value: string | null;
  onChoose: (value: string | null) => void;
}

/** One filter: its options in a line, those that do not fit behind a button. */
export function FacetRow({
  facet,
  value,
  onChoose,
  allText,
  moreText,
  lessText,
  visible,
  ...texts
}: RowProps) {
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const first = Math.min(visible, fitting(facet.options));
  const shown = open ? facet.options : facet.options.slice(0, first);
  const choices = [{ value: null, label: allText }, ...shown];
  return (
    <div className={styles['row']} role="group" aria-label={facet.label}>
      <span className={styles['name']}>{facet.label}</span>
      <ul className={styles['options']}>
        {choices.map((option) => (
          <li key={option.value ?? ''}>
            <button
              type="button"
              className={cx(styles['option'], option.value === value && styles['current'])}
              aria-pressed={option.value === value}
              onClick={() => onChoose(option.value)}
            >
              {option.label}
              {'count' in option && option.count !== undefined && (
                <span className={styles['count']}>{formats.number(option.count)}</span>
              )}
            </button>
          </li>
        ))}
        {facet.range && (
          <li>
            <RangeFields key={value} value={value ?? ''} name={facet.label} onApply={onChoose} {...texts} />
          </li>
        )}
      </ul>
      {facet.options.length > first && (
        <button
          type="button"
          className={styles['more']}
          aria-expanded={open}
          onClick={() => setOpen((value) => !value)}
        >
          {open ? lessText : moreText}
        </button>
      )}
    </div>
  );
}

/** How many options fill one line, at least three: longer names leave room for fewer. */
function fitting(options: Facet['options']): number {
  let used = 0;
  const end = options.findIndex(({ label, count }) => {
    used += widthOf(label) + (count === undefined ? 0 : widthOf(String(count)) + 0.5) + GAP;
    return used > LINE;
  });
  return end < 0 ? options.length : Math.max(3, end);
}

/** In full-width characters; Latin letters and digits are about half as wide. */
function widthOf(text: string): number {
  const wide = text.match(/[\u2e80-\uffef]/g)?.length ?? 0;
  return wide + (text.length - wide) * 0.55;
}
