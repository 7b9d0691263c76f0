import { type BlockComponentProps, defineBlock, useFormats } from 'storewright/blocks';
import styles from './line-widths.module.css';

type Props = BlockComponentProps<'line-widths'>;

function LineWidths({ title, lines, scale }: Props) {
  const formats = useFormats();
  return (
    <section className={styles['widths']}>
      <h2 className={styles['title']}>{title}</h2>
      <ul className={styles['lines']}>
        {lines.map(({ name, width }) => (
          <li key={name} className={styles['line']}>
            <span className={styles['name']}>{name}</span>
            <svg
              className={styles['stroke']}
              viewBox="0 0 300 24"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path d="M4 14C60 2 90 22 150 12s90-6 146 2" strokeWidth={width * scale} />
            </svg>
            <span className={styles['width']}>{formats.number(width)} mm</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default defineBlock('line-widths', LineWidths);
