import Printer from '@lucide/icons/icons/printer';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { displayValue } from '#engine/runtime/format/display.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import styles from './print-sheet.module.css';

function PrintSheet(props: BlockComponentProps<'print-sheet'>) {
  const { title, heads, totals, signs, seals, note, landscape, printText, links } = props;
  const formats = useFormats();
  return (
    <div className={cx(styles['desk'], landscape && styles['landscape'])}>
      <div className={styles['tools']}>
        <Button variant="primary" icon={<Icon of={Printer} />} onClick={() => window.print()}>
          {printText}
        </Button>
        {links.map(({ text, to }) => (
          <Button key={to} to={to}>
            {text}
          </Button>
        ))}
      </div>
      <article className={styles['sheet']}>
        <h1 className={styles['title']}>{title}</h1>
        <dl className={styles['heads']}>
          {heads
            .map((head) => ({ ...head, text: displayValue(head.value, head.kind, formats) }))
            .filter(({ text }) => text.trim() !== '')
            .map(({ label, text, wide }) => (
              <div key={label} className={cx(wide && styles['wide'])}>
                <dt>{formats.labelled(label, '')}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
        <Rows {...props} />
        <dl className={styles['totals']}>
          {totals.map(({ label, value, kind, strong }) => (
            <div key={label} className={cx(strong && styles['strong'])}>
              <dt>{formats.labelled(label, '')}</dt>
              <dd>{displayValue(value, kind, formats)}</dd>
            </div>
          ))}
        </dl>
        {seals.length > 0 && (
          <ul className={styles['seals']}>
            {seals.map((seal) => (
              <li key={seal}>{seal}</li>
            ))}
          </ul>
        )}
        {signs.length > 0 && (
          <ul className={styles['signs']}>
            {signs.map((sign) => (
              <li key={sign}>{formats.labelled(sign, '')}</li>
            ))}
          </ul>
        )}
        {note && <p className={styles['note']}>{note}</p>}
      </article>
    </div>
  );
}

/** A table of its own rather than the shop's: on paper it stays a table, however narrow the paper is. */
function Rows({ title, rows, columns, emptyText, totalText }: BlockComponentProps<'print-sheet'>) {
  const formats = useFormats();
  const end = (kind: string) => (kind === 'money' || kind === 'number' ? styles['end'] : undefined);
  return (
    <table className={styles['table']} aria-label={title}>
      <thead>
        <tr>
          {columns.map(({ label, kind, width }) => (
            <th
              key={label}
              scope="col"
              className={end(kind)}
              style={width ? { width: `${width}px` } : undefined}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map(({ label, kind, value }) => (
              <td key={label} className={end(kind)} data-label={label}>
                {displayValue(value(row), kind, formats)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length}>{emptyText}</td>
          </tr>
        )}
      </tbody>
      {rows.length > 0 && columns.some(({ total }) => total !== undefined) && (
        <tfoot>
          <tr>
            {columns.map(({ label, kind, total }, index) => (
              <td
                key={label}
                className={cx(index > 0 && end(kind))}
                data-label={total === undefined ? undefined : label}
              >
                {index === 0 ? totalText : displayValue(total, kind, formats)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

export default defineBlock('print-sheet', PrintSheet);
