import type { BlockProps } from '#engine/generated/blocks.ts';
import styles from './chart.module.css';

type Props = BlockProps['chart'];

interface MarksProps extends Pick<Props, 'points' | 'series' | 'kind' | 'height'> {
  /** The value at the upper edge. */
  top: number;
  /** A value in words, for the hint at a mark. */
  shown: (value: number) => string;
  tones: readonly (string | undefined)[];
}

/** One point is 100 wide: the drawing is stretched to its place, so it needs no measuring in the browser. */
const STEP = 100;
/** The part of a point's width that its bars take together. */
const BARS = 60;

/** Bars or lines within their grid. */
export function Marks({ points, series, kind, height, top, shown, tones }: MarksProps) {
  const width = Math.max(1, points.length) * STEP;
  const yOf = (value: number) => height - (Math.max(0, value) / top) * height;
  return (
    <svg
      className={styles['marks']}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ height: `${height}px` }}
    >
      {[0, 1, 2, 3, 4].map((part) => (
        <line
          key={part}
          className={styles['grid']}
          x1={0}
          x2={width}
          y1={(height * part) / 4}
          y2={(height * part) / 4}
        />
      ))}
      {kind === 'bars'
        ? points.map((point, at) =>
            series.map((one, index) => {
              const value = point.values[index] ?? 0;
              const bar = BARS / series.length;
              return (
                <rect
                  key={`${point.label} ${one.label}`}
                  className={tones[index]}
                  x={at * STEP + (STEP - BARS) / 2 + index * bar}
                  y={yOf(value)}
                  width={bar}
                  height={height - yOf(value)}
                >
                  <title>{`${point.label} ${one.label} ${shown(value)}`}</title>
                </rect>
              );
            }),
          )
        : series.map((one, index) => (
            <polyline
              key={one.label}
              className={tones[index]}
              points={points
                .map((point, at) => `${at * STEP + STEP / 2},${yOf(point.values[index] ?? 0)}`)
                .join(' ')}
            />
          ))}
    </svg>
  );
}
