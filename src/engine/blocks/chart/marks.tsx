import type { BlockProps } from '#engine/generated/blocks.ts';
import { cx } from '#engine/ui/cx.ts';
import styles from './chart.module.css';
import type { Axis } from './scale.ts';

type Props = BlockProps['chart'];

interface MarksProps extends Pick<Props, 'points' | 'series' | 'kind' | 'height'> {
  axis: Axis;
  /** A value in words, for the hint at a mark. */
  shown: (value: number) => string;
  tones: readonly (string | undefined)[];
}

/** One point is 100 wide: the drawing is stretched to its place, so it needs no measuring in the browser. */
const STEP = 100;
/** The part of a point's width that its bars take together. */
const BARS = 60;

interface Place {
  x: number;
  y: number;
}

const placeOf = (at: number, value: number | null, yOf: (value: number) => number): Place | null =>
  value === null ? null : { x: at * STEP + STEP / 2, y: yOf(value) };

/** A line from place to place that breaks off where there is none. */
function lineOf(places: readonly (Place | null)[]): string {
  return places
    .map((place, at) => {
      if (place === null || isAlone(places, at)) return '';
      return `${places[at - 1] ? 'L' : 'M'}${place.x},${place.y}`;
    })
    .join('');
}

/** A dot for each place between two gaps, where a line would show nothing. */
const dotsOf = (places: readonly (Place | null)[]): string =>
  places.map((place, at) => (place && isAlone(places, at) ? `M${place.x},${place.y}h0` : '')).join('');

const isAlone = (places: readonly (Place | null)[], at: number) => !places[at - 1] && !places[at + 1];

/** Bars or lines within their grid; nothing stands where a value is not known. */
export function Marks({ points, series, kind, height, axis, shown, tones }: MarksProps) {
  const { top, bottom, parts } = axis;
  const width = Math.max(1, points.length) * STEP;
  const yOf = (value: number) => ((top - value) / (top - bottom)) * height;
  return (
    <svg
      className={styles['marks']}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ height: `${height}px` }}
    >
      {Array.from({ length: parts + 1 }, (_, part) => (
        <line
          key={part}
          className={cx(styles['grid'], top * parts === (top - bottom) * part && styles['zero'])}
          x1={0}
          x2={width}
          y1={(height * part) / parts}
          y2={(height * part) / parts}
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
        : series.map((one, index) => {
            const places = points.map(({ values }, at) => placeOf(at, values[index] ?? null, yOf));
            return (
              <g key={one.label} className={tones[index]}>
                <path d={lineOf(places)} />
                <path className={styles['dots']} d={dotsOf(places)} />
              </g>
            );
          })}
    </svg>
  );
}
