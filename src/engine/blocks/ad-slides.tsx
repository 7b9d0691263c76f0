import type { BlockProps } from '#engine/generated/blocks.ts';
import { Carousel, type CarouselProps } from '#engine/ui/carousel/carousel.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';

type Props = Pick<BlockProps['ad-carousel'], 'items' | 'size'> & {
  /** Of each slide: its link and the picture in it. */
  slideClass: string | undefined;
} & Pick<CarouselProps, 'interval' | 'previousText' | 'nextText' | 'slideText'>;

/** The ads of a slot, as many as it shows, by turns. */
export function AdSlides({ items, size, slideClass, ...carousel }: Props) {
  const { width, height, max, label } = size;
  const slides = items.slice(0, max).map((ad, index) => ({
    key: ad.id,
    node: (
      <Link to={ad.url} className={slideClass}>
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
  return <Carousel label={label} slides={slides} {...carousel} />;
}
