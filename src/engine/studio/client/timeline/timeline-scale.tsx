import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Window } from '#engine/compiler/schedule/window.ts';
import { sayMoment } from './say-time.ts';
import styles from './timeline.module.css';
import { momentAt, placeOf, scaleOf, ZOOMS, type Zoom } from './view.ts';
import { later, MINUTE } from './wall-time.ts';

/** Percent of the width below which a part has no room for its label. */
const LABEL = 2.5;

interface ScaleProps {
  view: Window;
  zoom: Zoom;
  zone: string;
  now: number;
  /** The shop's time, ms. */
  cursor: number;
  /** It is dragged; nothing is shown at it yet. */
  onDraft: (moment: number | undefined) => void;
  onMove: (moment: number) => void;
}

/** The days and hours above the bars, with the cursor that sets the shop's time. */
export function TimelineScale({ view, zoom, zone, now, cursor, onDraft, onMove }: ScaleProps) {
  const [held, setHeld] = useState(false);
  const { upper, lower } = scaleOf(view, zoom, zone);

  function momentOf({ clientX, currentTarget, altKey }: PointerEvent<HTMLElement>): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    const moment = momentAt((clientX - left) / width, view);
    const { snap } = ZOOMS[zoom];
    return altKey ? moment : view.from + Math.round((moment - view.from) / snap) * snap;
  }
  function onKeyDown(event: KeyboardEvent) {
    const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onDraft(later(cursor, direction * (event.altKey ? MINUTE : ZOOMS[zoom].step), zone));
  }
  const spans = (line: typeof upper, look: string | undefined) => (
    <div className={look}>
      {line.map(({ from, until, label }) => {
        const start = placeOf(Math.max(from, view.from), view);
        const width = placeOf(Math.min(until, view.until), view) - start;
        return (
          <span key={from} style={{ insetInlineStart: `${start}%`, width: `${width}%` }}>
            {width > LABEL && label}
          </span>
        );
      })}
    </div>
  );
  const place = placeOf(cursor, view);
  return (
    <div
      className={styles['scale']}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(true);
        onDraft(momentOf(event));
      }}
      onPointerMove={(event) => held && onDraft(momentOf(event))}
      onPointerUp={(event) => {
        if (held) onMove(momentOf(event));
        setHeld(false);
      }}
      onPointerCancel={() => {
        setHeld(false);
        onDraft(undefined);
      }}
    >
      {spans(upper, styles['upper'])}
      {spans(lower, styles['lower'])}
      <div
        role="slider"
        tabIndex={0}
        aria-label="商店的时间"
        aria-valuemin={view.from}
        aria-valuemax={view.until}
        aria-valuenow={Math.min(Math.max(cursor, view.from), view.until)}
        aria-valuetext={sayMoment(cursor, zone)}
        className={styles['cursorHead']}
        data-now={Math.abs(cursor - now) < MINUTE || undefined}
        style={{ insetInlineStart: `${Math.min(Math.max(place, 0), 100)}%` }}
        onKeyDown={onKeyDown}
        onKeyUp={({ key }) => key.startsWith('Arrow') && onMove(cursor)}
      />
    </div>
  );
}
