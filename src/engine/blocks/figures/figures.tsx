import { useFormats } from '#engine/blocks/use-formats.ts';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './figures.module.css';

type Item = BlockComponentProps<'figures'>['items'][number];

function Figures({ items, label }: BlockComponentProps<'figures'>) {
  return (
    <ul className={styles['figures']} aria-label={label}>
      {items.map((item) => (
        <li key={item.label} className={styles['figure']}>
          {item.to ? (
            <Link to={item.to} className={styles['link']}>
              <Figure {...item} />
            </Link>
          ) : (
            <Figure {...item} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Figure({ label, value, unit, note }: Item) {
  const formats = useFormats();
  return (
    <>
      <span className={styles['label']}>{label}</span>
      <b className={styles['value']}>{unit === 'money' ? formats.amount(value) : formats.number(value)}</b>
      {note && <span className={styles['note']}>{note}</span>}
    </>
  );
}

export default defineBlock('figures', Figures, { Loading: () => <Skeleton lines={4} /> });
