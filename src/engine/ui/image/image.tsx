import { memo, use, useCallback, useState } from 'react';
import { preload } from 'react-dom';
import { cx } from '../cx.ts';
import { WIDE } from '../wide.ts';
import { FirstViewContext } from './first-view.ts';
import styles from './image.module.css';
import { usePictureSizes } from './picture-sizes.ts';

export interface ImageProps {
  src: string;
  /** Empty for a picture that only repeats the text beside it. */
  alt: string;
  /** Size in px that it is shown in at most; keeps the room before the picture is there. */
  width: number;
  height: number;
  /** Greatest width in px in windows of up to 30rem; less than `width` and than such a window. */
  narrowWidth?: number;
  /** In the first view: loaded at once. */
  eager?: boolean;
  /** The largest of the first view: fetched before the others. */
  main?: boolean;
  /** Hidden on a phone by styles: not fetched there either. */
  wideOnly?: boolean;
  fit?: 'contain' | 'cover';
  className?: string | undefined;
}

/** The smallest picture: nothing is fetched for it. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A picture whose room is kept; a broken one leaves a quiet surface, never the browser's broken-image mark. */
export const Image = memo(function Image({
  src,
  alt,
  width,
  height,
  narrowWidth,
  eager: isEager = false,
  main: isMain = false,
  wideOnly = false,
  fit = 'contain',
  className,
}: ImageProps) {
  const mayBeSeen = use(FirstViewContext);
  const [eager, main] = [isEager && mayBeSeen, isMain && mayBeSeen];
  const responsive = usePictureSizes(src, width, narrowWidth);
  const [broken, setBroken] = useState(false);
  // A picture of the server's HTML may have failed before anybody listened.
  const check = useCallback((img: HTMLImageElement | null) => {
    if (img?.complete && img.naturalWidth === 0) setBroken(true);
  }, []);
  const look = cx(styles['image'], styles[fit], className);
  const style = { aspectRatio: `${width} / ${height}` };
  if (broken || src === '') {
    return (
      <span className={cx(look, styles['broken'])} style={style}>
        <span className="visually-hidden">{alt}</span>
      </span>
    );
  }
  const { srcSet, sizes } = responsive ?? {};
  /* React hints at pictures with the first bytes of the page, but not at those whose source depends on the screen. */
  if (main && wideOnly)
    preload(src, { as: 'image', fetchPriority: 'high', media: WIDE, imageSrcSet: srcSet, imageSizes: sizes });
  const picture = (
    <img
      ref={check}
      srcSet={wideOnly ? undefined : srcSet}
      sizes={wideOnly ? undefined : sizes}
      src={wideOnly ? NOTHING : src}
      alt={alt}
      width={width}
      height={height}
      className={look}
      style={style}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={main ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
  if (!wideOnly) return picture;
  return (
    <picture className={styles['wide']}>
      <source media={WIDE} srcSet={srcSet ?? src} sizes={sizes} />
      {picture}
    </picture>
  );
});
