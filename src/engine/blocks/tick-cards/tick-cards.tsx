import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { cx } from '#engine/ui/cx.ts';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { Price } from '#engine/ui/price/price.tsx';
import { useChoice } from '#engine/ui/use-choice.ts';
import styles from './tick-cards.module.css';

/** Several choices at once, each in a frame of its own; what cannot be chosen says why. */
function TickCards(props: BlockComponentProps<'tick-cards'>) {
  const { label, items, value, title, amount, detail, note, disabled, emptyText, on } = props;
  const formats = useFormats();
  const [chosen, choose] = useChoice(value.join(','), (ids) => on.change?.({ ids: ids === '' ? '0' : ids }));
  if (items.length === 0) return <Empty title={emptyText} />;
  const ids = new Set(chosen.split(',').filter(Boolean).map(Number));
  const turn = (id: number, on: boolean) =>
    items
      .filter((item) => (item.id === id ? on : ids.has(item.id)))
      .map((item) => item.id)
      .join(',');
  return (
    <ul className={styles['cards']} aria-label={label}>
      {items.map((item) => {
        const dead = disabled?.(item) ?? false;
        const sum = amount?.(item);
        const reason = note?.(item);
        const why = typeof reason === 'string' ? reason : '';
        return (
          <li key={item.id}>
            <Checkbox
              className={cx(styles['card'], dead && styles['dead'])}
              checked={!dead && ids.has(item.id)}
              disabled={dead}
              onChange={(checked) => choose(turn(item.id, checked))}
              label={
                <span className={styles['face']}>
                  {sum !== undefined && <Price amount={formats.amount(sum)} />}
                  <span className={styles['name']}>{title(item)}</span>
                  <span className={styles['small']}>{detail?.(item)}</span>
                  {why && <span className={styles['note']}>{why}</span>}
                </span>
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

export default defineBlock('tick-cards', TickCards);
