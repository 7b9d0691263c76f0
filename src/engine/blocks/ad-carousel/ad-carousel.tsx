import type { BlockProps } from '#engine/generated/blocks.ts';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { AdSlides } from '../ad-slides.tsx';
import { defineBlock, type SlotBlockProps } from '../define-block.ts';
import styles from './ad-carousel.module.css';

function AdCarousel({ items = [], size, interval, texts }: SlotBlockProps<'ad-carousel', 'items'>) {
  if (items.length === 0) return null;
  return (
    <div className={styles['frame']} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      <AdSlides
        items={items}
        size={size}
        slideClass={styles['slide']}
        interval={interval}
        previousText={texts.previous}
        nextText={texts.next}
        slideText={texts.slide}
      />
    </div>
  );
}

function Loading({ size }: Partial<BlockProps['ad-carousel']>) {
  return size ? <Skeleton ratio={size.width / size.height} /> : <Skeleton height="10rem" />;
}

export default defineBlock('ad-carousel', AdCarousel, { Loading });
