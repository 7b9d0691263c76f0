import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MARKS_CHANGED, type PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import { onRoutesServed } from './server-events.ts';
import styles from './studio.module.css';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box around everything that a block has put on the page; undefined where it shows nothing. */
export function boxOf(mark: PlacedMark): Box | undefined {
  const rects = mark.rects().filter(({ width, height }) => width > 0 && height > 0);
  if (rects.length === 0) return undefined;
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  return { left, top, width: right - left, height: bottom - top };
}

/** The innermost block at a point: the one with the deepest position, of those the smallest. */
function markAt(marks: Iterable<PlacedMark>, x: number, y: number): PlacedMark | undefined {
  const area = (box: Box) => box.width * box.height;
  const hit = [...marks].flatMap((mark) => {
    const box = boxOf(mark);
    const isHit =
      box && x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height;
    return isHit ? [{ mark, size: area(box) }] : [];
  });
  return hit.toSorted((a, b) => a.size - b.size || b.mark.placed.key.length - a.mark.placed.key.length)[0]
    ?.mark;
}

interface FrameProps {
  address: string;
  /** The shop shows another page than the one at this address. */
  isElsewhere: boolean;
  width: number;
  pointing: boolean;
  /** Marks to outline, with what they are called. */
  hovered: PlacedMark | undefined;
  selected: PlacedMark | undefined;
  nameOf: (mark: PlacedMark) => string;
  onMarks: (marks: readonly PlacedMark[]) => void;
  onHover: (mark: PlacedMark | undefined) => void;
  onSelect: (mark: PlacedMark) => void;
  /** The page that the frame shows, and when its document began to load: milliseconds of the epoch. */
  onAddress: (path: string, began: number) => void;
  /** A key was pressed in the frame. */
  onKey: (event: KeyboardEvent) => void;
}

/** The shop in a frame of the chosen width, made smaller where there is no room for it. */
export function ShopFrame(props: FrameProps) {
  const {
    address,
    isElsewhere,
    width,
    pointing,
    hovered,
    selected,
    nameOf,
    onMarks,
    onHover,
    onSelect,
    onAddress,
    onKey,
  } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [loads, setLoads] = useState(0);
  const [, redraw] = useState(0);

  const [routes, setRoutes] = useState(0);
  const asked = useRef({ address, routes });
  useEffect(() => onRoutesServed(() => setRoutes((count) => count + 1)), []);
  /* A page that has just been made, or opened, may be there only now. */
  useEffect(() => {
    const before = asked.current;
    if (before.address === address && (before.routes === routes || !isElsewhere)) return;
    asked.current = { address, routes };
    if (before.address === address) frame.current?.contentWindow?.location.replace(address);
  }, [address, routes, isElsewhere]);

  useEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const read = useEffectEvent(() => {
    const window = frame.current?.contentWindow;
    if (!window) return;
    onMarks([...(window.storewrightMarks ?? [])]);
    onAddress(window.location.pathname, window.performance.timeOrigin);
  });

  useEffect(() => {
    const window = frame.current?.contentWindow;
    if (!window || loads === 0) return undefined;
    let waiting = 0;
    const later = () => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(() => read());
    };
    const moved = () => redraw((count) => count + 1);
    later();
    /* Blocks grow and shrink with their data, after they have come. */
    const sizes = new ResizeObserver(later);
    sizes.observe(window.document.body);
    window.addEventListener(MARKS_CHANGED, later);
    window.addEventListener('scroll', moved, { capture: true, passive: true });
    window.addEventListener('resize', moved);
    return () => {
      cancelAnimationFrame(waiting);
      sizes.disconnect();
      window.removeEventListener(MARKS_CHANGED, later);
      window.removeEventListener('scroll', moved, { capture: true });
      window.removeEventListener('resize', moved);
    };
  }, [loads]);

  useEffect(() => {
    const window = frame.current?.contentWindow;
    if (!window || !pointing || loads === 0) return undefined;
    const found = ({ clientX, clientY }: MouseEvent) =>
      markAt(window.storewrightMarks ?? [], clientX, clientY);
    const hover = (event: MouseEvent) => onHover(found(event));
    const leave = () => onHover(undefined);
    const choose = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
      const mark = found(event);
      if (mark) onSelect(mark);
    };
    window.addEventListener('mousemove', hover, true);
    window.document.addEventListener('mouseleave', leave);
    window.addEventListener('click', choose, true);
    return () => {
      window.removeEventListener('mousemove', hover, true);
      window.document.removeEventListener('mouseleave', leave);
      window.removeEventListener('click', choose, true);
    };
  }, [pointing, loads, onHover, onSelect]);

  useEffect(() => {
    const window = frame.current?.contentWindow;
    if (!window || loads === 0) return undefined;
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [loads, onKey]);

  const scale = size.width === 0 ? 1 : Math.min(1, size.width / width);
  const outline = (mark: PlacedMark | undefined, look: string | undefined) => {
    const box = mark && boxOf(mark);
    return (
      box && (
        <div className={`${styles['outline']} ${look}`} style={box}>
          <span className={styles['outlineName']}>{nameOf(mark)}</span>
        </div>
      )
    );
  };
  return (
    <div ref={room} className={styles['room']}>
      <div className={styles['sheet']} style={{ width, height: size.height / scale, scale: String(scale) }}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the shop itself, whose blocks the studio reads */}
        <iframe
          ref={frame}
          title="商店"
          src={address}
          className={styles['frame']}
          onLoad={() => setLoads((count) => count + 1)}
        />
        <div className={styles['overlay']} aria-hidden="true">
          {outline(selected, styles['selected'])}
          {hovered !== selected && outline(hovered, styles['hovered'])}
        </div>
      </div>
    </div>
  );
}
