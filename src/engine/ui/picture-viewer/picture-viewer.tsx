import ArrowDown from '@lucide/icons/icons/arrow-down';
import ArrowLeft from '@lucide/icons/icons/arrow-left';
import ArrowRight from '@lucide/icons/icons/arrow-right';
import ArrowUp from '@lucide/icons/icons/arrow-up';
import RotateCcw from '@lucide/icons/icons/rotate-ccw';
import RotateCw from '@lucide/icons/icons/rotate-cw';
import Scan from '@lucide/icons/icons/scan';
import ZoomIn from '@lucide/icons/icons/zoom-in';
import ZoomOut from '@lucide/icons/icons/zoom-out';
import { type PointerEvent, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { useTexts } from '../texts.ts';
import styles from './picture-viewer.module.css';

export interface PictureViewerProps {
  src: string;
  alt: string;
  className?: string | undefined;
}

const STEP = 1.4;
const MOST = 8;
/** px that a button moves the picture by. */
const NUDGE = 80;

interface Look {
  scale: number;
  turns: number;
  x: number;
  y: number;
}

const START: Look = { scale: 1, turns: 0, x: 0, y: 0 };

/** A picture to be looked at closely: larger, turned, moved by pointer or by buttons. */
export function PictureViewer({ src, alt, className }: PictureViewerProps) {
  const texts = useTexts().picture;
  const [look, setLook] = useState(START);
  const grip = useRef<{ x: number; y: number } | null>(null);
  const { scale, turns, x, y } = look;

  const zoom = (by: number) =>
    setLook((before) => {
      const next = Math.min(MOST, Math.max(1, before.scale * by));
      return next === 1 ? { ...START, turns: before.turns } : { ...before, scale: next };
    });
  const turn = (by: number) => setLook((before) => ({ ...START, turns: before.turns + by }));
  const move = (dx: number, dy: number) =>
    setLook((before) => ({ ...before, x: before.x + dx, y: before.y + dy }));

  function drag(event: PointerEvent): void {
    const from = grip.current;
    if (!from) return;
    move(event.clientX - from.x, event.clientY - from.y);
    grip.current = { x: event.clientX, y: event.clientY };
  }

  return (
    <div className={cx(styles['viewer'], className)}>
      <div
        className={cx(styles['stage'], scale > 1 && styles['movable'])}
        onPointerDown={(event) => {
          grip.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={() => (grip.current = null)}
        onPointerCancel={() => (grip.current = null)}
      >
        <img
          src={src}
          alt={alt}
          draggable={false}
          className={cx(styles['picture'], turns % 2 !== 0 && styles['aside'])}
          style={{ transform: `translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${scale})` }}
        />
      </div>
      <div className={styles['tools']}>
        <IconButton label={texts.zoomIn} icon={<Icon of={ZoomIn} />} onClick={() => zoom(STEP)} />
        <IconButton label={texts.zoomOut} icon={<Icon of={ZoomOut} />} onClick={() => zoom(1 / STEP)} />
        <IconButton label={texts.left} icon={<Icon of={RotateCcw} />} onClick={() => turn(-1)} />
        <IconButton label={texts.right} icon={<Icon of={RotateCw} />} onClick={() => turn(1)} />
        {scale > 1 && (
          <>
            <IconButton
              label={texts.moveLeft}
              icon={<Icon of={ArrowLeft} />}
              onClick={() => move(NUDGE, 0)}
            />
            <IconButton
              label={texts.moveRight}
              icon={<Icon of={ArrowRight} />}
              onClick={() => move(-NUDGE, 0)}
            />
            <IconButton label={texts.moveUp} icon={<Icon of={ArrowUp} />} onClick={() => move(0, NUDGE)} />
            <IconButton
              label={texts.moveDown}
              icon={<Icon of={ArrowDown} />}
              onClick={() => move(0, -NUDGE)}
            />
          </>
        )}
        <IconButton label={texts.reset} icon={<Icon of={Scan} />} onClick={() => setLook(START)} />
      </div>
    </div>
  );
}
