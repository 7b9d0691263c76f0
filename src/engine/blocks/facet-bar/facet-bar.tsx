import SlidersHorizontal from '@lucide/icons/icons/sliders-horizontal';
import X from '@lucide/icons/icons/x';
import { Suspense, useState } from 'react';
import { own } from '#engine/runtime/own.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { onPress } from '#engine/ui/late/on-press.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import styles from './facet-bar.module.css';
import { FacetRow } from './facet-row.tsx';
import { rangeText } from './range.ts';

type Props = BlockComponentProps<'facet-bar'>;

/** Opened by a press, where the window is narrow. */
const FacetSheet = onPress(() => import('./facet-sheet.tsx'));

/**
 * Facets as rows of options; what is chosen stands on top and can be taken back one by one. In a narrow window one button
 * stands for the rows, and they open as a sheet.
 */
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
  foldText,
  foldChosenText,
  doneText,
  on,
  ...texts
}: Props) {
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const [sheet, setSheet] = useState(false);
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
  const rowOf = (facet: (typeof facets)[number]) => (
    <FacetRow
      key={facet.key}
      facet={facet}
      value={valueOf(facet.key)}
      onChoose={(value) => change({ [facet.key]: value })}
      {...texts}
    />
  );
  const clear = () => change(Object.fromEntries(facets.map(({ key }) => [key, null])));
  if (facets.length === 0) return null;
  return (
    <section className={styles['bar']} aria-label={label} data-beside={chosen.length === 0 || undefined}>
      <Button
        className={styles['fold']}
        icon={<Icon of={SlidersHorizontal} />}
        aria-haspopup="dialog"
        onClick={() => setSheet(true)}
      >
        {chosen.length === 0 ? foldText : fill(foldChosenText, { n: formats.number(chosen.length) })}
      </Button>
      {sheet && (
        <Suspense>
          <FacetSheet
            title={label}
            {...{ clearText, doneText }}
            onClear={clear}
            onClose={() => setSheet(false)}
          >
            {facets.map(rowOf)}
          </FacetSheet>
        </Suspense>
      )}
      {chosen.length > 0 && (
        <div className={cx(styles['row'], styles['chosen'])}>
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
                  <Icon of={X} />
                </button>
              </li>
            ))}
            <li>
              <button type="button" className={styles['clear']} onClick={clear}>
                {clearText}
              </button>
            </li>
          </ul>
        </div>
      )}
      <div className={styles['rows']}>{(open ? facets : facets.slice(0, rows)).map(rowOf)}</div>
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
