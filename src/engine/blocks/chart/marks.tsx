import type { BlockProps } from '#engine/generated/blocks.ts';
import styles from './chart.module.css';

type Props = BlockProps['chart'];

interface MarksProps extends Pick<Props, 'points' | 'series' | 'kind' | 'height'> {
  /** The values at the upper and the lower edge. */
  top: number;
  bottom: number;
  /** A value in words, for the hint at a mark. */
  shown: (value: number) => string;
  tones: readonly (string | undefined)[];
}

/** One point is 100 wide: the drawing is stretched to its place, so it needs no measuring in the browser. */
const STEP = 100;
/** The part of a point's width that its bars take together. */
const BARS = 60;

/** Bars or lines within their grid; nothing stands where a value is not known. */
export function Marks({ points, series, kind, height, top, bottom, shown, tones }: MarksProps) {
  const width = Math.max(1, points.length) * STEP;
  const yOf = (value: number) => ((top - value) / (top - bottom)) * height;
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
              const value = point.values[index] ?? null;
              if (value === null) return null;
              const bar = BARS / series.length;
              const ends = [yOf(value), yOf(0)];
              return (
                <rect
                  key={`${point.label} ${one.label}`}
                  className={tones[index]}
                  x={at * STEP + (STEP - BARS) / 2 + index * bar}
                  y={Math.min(...ends)}
                  width={bar}
                  height={Math.abs(yOf(value) - yOf(0))}
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
                .flatMap(({ values }, at) => {
                  const value = values[index] ?? null;
                  return value === null ? [] : `${at * STEP + STEP / 2},${yOf(value)}`;
                })
                .join(' ')}
            />
          ))}
    </svg>
  );
}
