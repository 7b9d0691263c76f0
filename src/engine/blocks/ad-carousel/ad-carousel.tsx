import type { BlockProps } from '#engine/generated/blocks.ts';
import { Carousel } from '#engine/ui/carousel/carousel.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { defineBlock, type SlotBlockProps } from '../define-block.ts';
import styles from './ad-carousel.module.css';

function AdCarousel({ items = [], size, interval, texts }: SlotBlockProps<'ad-carousel', 'items'>) {
  if (items.length === 0) return null;
  const { width, height, max, label } = size;
  const slides = items.slice(0, max).map((ad, index) => ({
    key: ad.id,
    node: (
      <Link to={ad.url} className={styles['slide']}>
        <Image
          src={ad.image}
          alt={ad.title}
          width={width}
          height={height}
          fit="cover"
          eager={index === 0}
          main={index === 0}
        />
      </Link>
    ),
  }));
  return (
    <div className={styles['frame']} style={{ aspectRatio: `${width} / ${height}` }}>
      <Carousel
        label={label}
        slides={slides}
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
