import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { MOST_COMPARED, readCompared } from '#shop/domain/compared.ts';
import styles from './compare-bar.module.css';

/** What is chosen to be compared, and the way there, in sight at the foot of a list. */
function CompareBar({ ids, to, leftOut, texts, on }: BlockComponentProps<'compare-bar'>) {
  const { length } = readCompared(ids);
  if (length === 0) return null;
  const others = leftOut ?? [];
  return (
    <section className={styles['bar']} aria-label={texts.label}>
      <output className={styles['chosen']}>
        <strong>{fill(texts.chosen, { n: length, most: MOST_COMPARED })}</strong>
        {length === 1 && <span>{texts.hint}</span>}
        {others.length > 0 && (
          <span className={styles['left']}>
            {fill(texts.leftOut, { names: others.map((name) => `“${name}”`).join('') })}
          </span>
        )}
      </output>
      <Button variant="quiet" onClick={() => void on.clear?.()}>
        {texts.clear}
      </Button>
      <Button variant="primary" to={to}>
        {texts.compare}
      </Button>
    </section>
  );
}

export default defineBlock('compare-bar', CompareBar);
