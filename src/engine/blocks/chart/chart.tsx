import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { cx } from '#engine/ui/cx.ts';
import { Table } from '#engine/ui/table/table.tsx';
import styles from './chart.module.css';
import { Marks } from './marks.tsx';
import { axisOf, everyNth } from './scale.ts';

type Props = BlockComponentProps<'chart'>;

const TONES = [styles['first'], styles['second'], styles['third']];

/** Labels under the axis that a narrow window has room for. */
const LABELS = 6;

function Chart(props: Props) {
  const { label, points, series, kind, unit, height, tableText, unknownText, pointText } = props;
  const axis = axisOf(points.flatMap(({ values }) => values.filter((value) => value !== null)));
  const nth = everyNth(points.length, LABELS);
  const formats = useFormats();
  const shown = unit === 'money' ? formats.money : formats.number;
  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['head']}>
        <span className={styles['title']}>{label}</span>
        {/* The title says what a single series is. */}
        {(series.length > 1 ? series : []).map((one, index) => (
          <span key={one.label} className={cx(styles['legend'], TONES[index])}>
            {one.label}
          </span>
        ))}
      </figcaption>
      <div className={styles['plot']} aria-hidden="true">
        <div className={styles['axis']} style={{ height: `${height}px` }}>
          {Array.from({ length: axis.parts + 1 }, (_, part) => (
            <span key={part}>
              {formats.number(axis.top - ((axis.top - axis.bottom) * part) / axis.parts)}
            </span>
          ))}
        </div>
        <div className={styles['area']}>
          <Marks {...{ points, kind, axis, height, shown, series }} tones={TONES} />
          <div className={styles['labels']}>
            {points.map((point, index) => (
              <span key={point.label} className={index % (nth * 2) === 0 ? undefined : styles['minor']}>
                {index % nth === 0 ? point.label : ''}
              </span>
            ))}
          </div>
        </div>
      </div>
      <details className={styles['data']}>
        <summary>{tableText}</summary>
        <Table
          caption={label}
          columns={[
            { key: 'label', header: pointText, render: (point) => point.label },
            ...series.map((one, index) => ({
              key: one.label,
              header: one.label,
              align: 'end' as const,
              render: ({ values }: Props['points'][number]) => {
                const value = values[index];
                return value === null ? unknownText : shown(value ?? 0);
              },
            })),
          ]}
          rows={points}
          rowKey={(point) => point.label}
        />
      </details>
    </figure>
  );
}

export default defineBlock('chart', Chart);
