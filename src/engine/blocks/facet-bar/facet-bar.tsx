import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { Facet } from '#engine/generated/schemas.ts';
import { own } from '#engine/runtime/own.ts';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import styles from './facet-bar.module.css';
import { rangeText } from './range.ts';
import { RangeFields } from './range-fields.tsx';

type Props = BlockComponentProps<'facet-bar'>;

/** The length of a line of options beside "any" and "more", in full-width characters. */
const LINE = 72;

/** Around an option. */
const GAP = 1.5;

/** Facets as rows of options; what is chosen stands on top and can be taken back one by one. */
function FacetBar({
  label,
  facets: all,
  omit,
  selected,
  rows,
  moreRowsText,
  lessRowsText,
  chosenText,
  pairText,
  clearText,
  on,
  ...texts
}: Props) {
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const valueOf = (key: string) => {
    const value = own(selected, key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const facets = all.filter(({ key }) => !omit.includes(key));
  const values = Object.fromEntries(facets.map(({ key }) => [key, valueOf(key)]));
  const change = (changed: Record<string, string | null>) => void on.change?.({ ...values, ...changed });
  const chosen = facets.flatMap((facet) => {
    const value = valueOf(facet.key);
    if (value === null) return [];
    const own = facet.options.find((option) => option.value === value)?.label;
    return [{ facet, text: own ?? (facet.range ? rangeText(value, texts) : value) }];
  });
  if (facets.length === 0) return null;
  return (
    <section className={styles['bar']} aria-label={label}>
      {chosen.length > 0 && (
        <div className={styles['row']}>
          <span className={styles['name']}>{chosenText}</span>
          <ul className={styles['options']}>
            {chosen.map(({ facet, text }) => (
              <li key={facet.key}>
                <button
                  type="button"
                  className={styles['chip']}
                  onClick={() => change({ [facet.key]: null })}
                >
                  {fill(pairText, { name: facet.label, value: text })}
                  <X aria-hidden="true" />
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                className={styles['clear']}
                onClick={() => change(Object.fromEntries(facets.map(({ key }) => [key, null])))}
              >
                {clearText}
              </button>
            </li>
          </ul>
        </div>
      )}
      {(open ? facets : facets.slice(0, rows)).map((facet) => (
        <FacetRow
          key={facet.key}
          facet={facet}
          value={valueOf(facet.key)}
          onChoose={(value) => change({ [facet.key]: value })}
          {...texts}
        />
      ))}
      {facets.length > rows && (
        <button
          type="button"
          className={cx(styles['more'], styles['rest'])}
          aria-expanded={open}
          onClick={() => setOpen((value) => !value)}
        >
          {open
            ? lessRowsText
            : fill(moreRowsText, { names: formats.list(facets.slice(rows).map((facet) => facet.label)) })}
        </button>
      )}
    </section>
  );
}

type RowTexts = Pick<
  Props,
  'allText' | 'moreText' | 'lessText' | 'visible' | 'fromText' | 'toText' | 'applyText'
>;

interface RowProps extends RowTexts {
  facet: Facet;
  value: string | null;
  onChoose: (value: string | null) => void;
}

function FacetRow({ facet, value, onChoose, allText, moreText, lessText, visible, ...texts }: RowProps) {
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

function Loading() {
  return (
    <div className={styles['bar']}>
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles['row']}>
          <Skeleton width="60%" height="1.5rem" />
        </div>
      ))}
    </div>
  );
}

export default defineBlock('facet-bar', FacetBar, { Loading });
