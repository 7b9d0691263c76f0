import ChevronLeft from '@lucide/icons/icons/chevron-left';
import ChevronRight from '@lucide/icons/icons/chevron-right';
import { type Key, type ReactNode, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { fill } from '../fill.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './carousel.module.css';
import { useAutoplay } from './use-autoplay.ts';

export interface CarouselProps {
  label: string;
  slides: readonly { key: Key; node: ReactNode }[];
  /** Seconds a slide stays; 0 moves only by hand. */
  interval?: number;
  previousText: string;
  nextText: string;
  /** `{n}` is the number of a slide. */
  slideText: string;
}

/** Slides side by side in a snapping strip: swiped, scrolled, or moved by arrows, dots and time. */
export function Carousel({ label, slides, interval = 5, previousText, nextText, slideText }: CarouselProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const several = slides.length > 1;
  const show = (index: number) => {
    const wrapped = (index + slides.length) % slides.length;
    strip.current?.scrollTo({ left: wrapped * strip.current.clientWidth });
  };
  const hold = useAutoplay(several ? interval : 0, () => show(current + 1));
  const onScroll = () => {
    const element = strip.current;
    if (element) setCurrent(Math.round(element.scrollLeft / element.clientWidth));
  };
  return (
    <section className={styles['carousel']} aria-roledescription="carousel" aria-label={label} {...hold}>
      <div ref={strip} className={styles['strip']} onScroll={onScroll}>
        {slides.map(({ key, node }, index) => (
          <div key={key} className={styles['slide']} inert={index !== current}>
            {node}
          </div>
        ))}
      </div>
      {several && (
        <>
          <button
            type="button"
            className={cx(styles['arrow'], styles['previous'])}
            aria-label={previousText}
            onClick={() => show(current - 1)}
          >
            <Icon of={ChevronLeft} />
          </button>
          <button
            type="button"
            className={cx(styles['arrow'], styles['next'])}
            aria-label={nextText}
            onClick={() => show(current + 1)}
          >
            <Icon of={ChevronRight} />
          </button>
          <div className={styles['dots']}>
            {slides.map(({ key }, index) => (
              <button
                key={key}
                type="button"
                className={styles['dot']}
                aria-label={fill(slideText, { n: index + 1 })}
                aria-current={index === current || undefined}
                onClick={() => show(index)}
              />
            ))}
          </div>
        </>
      )}
    </section>
  );
}
