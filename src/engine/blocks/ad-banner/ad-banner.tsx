import type { BlockProps } from '#engine/generated/blocks.ts';
import { cx } from '#engine/ui/cx.ts';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { defineBlock, type SlotBlockProps } from '../define-block.ts';
import styles from './ad-banner.module.css';

function AdBanner({
  items = [],
  size,
  layout,
  bleed,
  centred,
  firstView,
}: SlotBlockProps<'ad-banner', 'items'>) {
  if (items.length === 0) return null;
  return (
    <ul
      className={cx(styles['banner'], styles[layout], bleed && styles['bleed'], centred && styles['centred'])}
      aria-label={size.label}
    >
      {items.slice(0, size.max).map((ad, index) => (
        <li key={ad.id} className={styles['ad']}>
          <Link to={ad.url} className={styles['link']}>
            <Image
              src={ad.image}
              alt={ad.title}
              width={size.width}
              height={size.height}
              fit="cover"
              eager={firstView}
              main={firstView && index === 0}
              wideOnly={bleed}
              className={styles['picture']}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Loading({ size }: Partial<BlockProps['ad-banner']>) {
  return size ? <Skeleton ratio={size.width / size.height} /> : null;
}

export default defineBlock('ad-banner', AdBanner, { Loading });
