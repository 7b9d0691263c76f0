import { cx } from '#engine/ui/cx.ts';
import { Panel } from '#engine/ui/panel/panel.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { Amount } from '../amount.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import { Buttons } from './buttons.tsx';
import styles from './totals.module.css';

type Props = BlockComponentProps<'totals'>;

function Totals({ title, rows, strong, buttons, note, texts, on }: Props) {
  const shown = rows.filter(({ show }) => show);
  return (
    <Panel title={title}>
      <div className={styles['frame']}>
        <div className={styles['totals']}>
          <dl className={styles['rows']}>
            {shown.map((row, index) => (
              <Row key={row.label} row={row} strong={strong && index === shown.length - 1} texts={texts} />
            ))}
          </dl>
          {buttons.length > 0 && <Buttons buttons={buttons} press={on.press} />}
          {note && <p className={styles['note']}>{note}</p>}
        </div>
      </div>
    </Panel>
  );
}

interface RowProps extends Pick<Props, 'texts'> {
  row: Props['rows'][number];
  strong: boolean;
}

function Row({ row: { label, amount, text, note, minus }, strong, texts }: RowProps) {
  const formats = useFormats();
  return (
    <div className={cx(styles['row'], strong && styles['strong'])}>
      <dt>
        {label}
        {note && <span className={styles['note']}>{note}</span>}
      </dt>
      <dd className={cx(minus && styles['minus'])}>
        {text ??
          (strong || typeof amount !== 'number' ? (
            <Amount amount={amount ?? null} size="lg" texts={texts} />
          ) : (
            formats.money(minus ? -amount : amount)
          ))}
      </dd>
    </div>
  );
}

function Loading() {
  return (
    <Panel>
      <Skeleton lines={3} />
      <Skeleton height="var(--control-lg)" />
    </Panel>
  );
}

export default defineBlock('totals', Totals, { Loading });
