import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Window } from '#engine/compiler/schedule/window.ts';
import { type Grip, moved } from './moving.ts';
import type { TimelineRow } from './rows.ts';
import { sayWindow } from './say-time.ts';
import styles from './timeline.module.css';
import { place, ZOOMS, type Zoom } from './view.ts';
import { MINUTE } from './wall-time.ts';

/** Width in px of an end that can be held. */
const END = 7;
/** Px that the pointer must go before a press becomes a drag. */
const SLACK = 3;

const KINDS: Record<TimelineRow['kind'], string> = {
  page: '页面',
  block: '区块',
  slot: '广告位',
  owner: '',
  slots: '',
};

interface BarProps {
  row: TimelineRow;
  /** As written, or as it is dragged. */
  window: Window;
  view: Window;
  zoom: Zoom;
  zone: string;
  isSelected: boolean;
  /** It is dragged, or moved by keys and not written yet. */
  isDraft: boolean;
  isFocusable: boolean;
  helpId: string;
  onDraft: (window: Window | undefined) => void;
  onWrite: () => void;
  onSelect: () => void;
  /** To the next bar above or below. */
  onStep: (by: number) => void;
}

interface Drag {
  x: number;
  width: number;
  grip: Grip;
  from: Window;
  isFar: boolean;
}

/** Which part of a bar a point is on; an open end cannot be held. */
function gripAt(x: number, { left, right }: DOMRect, { from, until }: Window): Grip {
  const isWide = right - left > 3 * END;
  if (isWide && x < left + END && Number.isFinite(from)) return 'from';
  if (x > right - END && Number.isFinite(until)) return 'until';
  return 'whole';
}

/** The period of one schedule, to be dragged and stretched by pointer and keys. */
export function TimelineBar(props: BarProps) {
  const { row, window, view, zoom, zone, isSelected, isDraft, isFocusable, helpId } = props;
  const { onDraft, onWrite, onSelect, onStep } = props;
  const drag = useRef<Drag>(undefined);
  const wasDragged = useRef(false);
  const placed = place(window, view);
  const isOff = typeof placed === 'string';

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    wasDragged.current = false;
    const track = event.currentTarget.parentElement;
    if (event.button !== 0 || isOff || track === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const grip = gripAt(event.clientX, event.currentTarget.getBoundingClientRect(), window);
    drag.current = { x: event.clientX, width: track.clientWidth, grip, from: window, isFar: false };
  }
  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const held = drag.current;
    if (held === undefined) return;
    const distance = event.clientX - held.x;
    held.isFar ||= Math.abs(distance) > SLACK;
    if (!held.isFar) return;
    const snap = event.altKey ? MINUTE : ZOOMS[zoom].snap;
    const by = (distance / held.width) * (view.until - view.from);
    onDraft(moved(held.from, held.grip, Math.round(by / snap) * snap, zone));
  }
  function onPointerUp() {
    wasDragged.current = drag.current?.isFar ?? false;
    if (wasDragged.current) onWrite();
    drag.current = undefined;
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    const rows = { ArrowUp: -1, ArrowDown: 1 }[key];
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (rows !== undefined) onStep(rows);
    else if (direction !== undefined) {
      const grip = shiftKey ? 'until' : ctrlKey || metaKey ? 'from' : 'whole';
      onDraft(moved(window, grip, direction * (altKey ? MINUTE : ZOOMS[zoom].step), zone));
    } else if (key === 'Escape' && isDraft) {
      drag.current = undefined;
      onDraft(undefined);
    } else if (key === 'Enter' && isDraft) onWrite();
    else return;
    event.preventDefault();
  }
  const look = isOff
    ? { [placed === 'before' ? 'insetInlineStart' : 'insetInlineEnd']: 0 }
    : { insetInlineStart: `${placed.left}%`, width: `${placed.width}%` };
  return (
    <button
      type="button"
      className={isOff ? styles['away'] : styles['bar']}
      style={look}
      tabIndex={isFocusable ? 0 : -1}
      aria-label={`${KINDS[row.kind]} ${row.title}：${sayWindow(window, zone)}`}
      aria-describedby={helpId}
      title={row.notes.join('\n') || undefined}
      aria-current={isSelected || undefined}
      data-row={row.key}
      data-kind={row.kind}
      data-draft={isDraft || undefined}
      data-wrong={row.notes.length > 0 || undefined}
      data-opens={(!isOff && placed.opens) || undefined}
      data-closes={(!isOff && placed.closes) || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        drag.current = undefined;
        onDraft(undefined);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => isDraft && drag.current === undefined && onWrite()}
      onClick={() => {
        if (!wasDragged.current) onSelect();
        wasDragged.current = false;
      }}
    >
      {isOff ? placed === 'before' ? '◀' : '▶' : <span>{sayWindow(window, zone)}</span>}
    </button>
  );
}
